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

// The number or the text by which a cell is sorted.
function sortKey(row, column) {
  const text = row.cells[column].textContent.replace('−', '-').trim();
  const number = parseFloat(text.replace(/^[^0-9+-]*/, ''));
  return Number.isNaN(number) ? text : number;
}

for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const sign = head.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
      heads.forEach((one) => one.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', sign === 1 ? 'ascending' : 'descending');
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [sortKey(row, column), row]);
      rows.sort(([a], [b]) => sign * (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === 'number' ? -1 : 1));
      body.append(...rows.map(([, row]) => row));
    });
  });
}
