'use strict';
const data = JSON.parse(document.getElementById('data').textContent);

// The bytes of a deflated text in base64.
async function inflated(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

for (const button of document.querySelectorAll('button.download'))
  button.addEventListener('click', async () => {
    const name = button.dataset.file;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await inflated(data.files[name])]));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  });

for (const button of document.querySelectorAll('button.enlarge'))
  button.addEventListener('click', () => {
    const figure = document.getElementById(button.dataset.figure);
    const is_large = figure.classList.toggle('enlarged');
    button.setAttribute('aria-pressed', String(is_large));
    button.textContent = is_large ? 'reduce' : 'enlarge';
  });
