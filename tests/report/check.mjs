// node check.mjs CLAUSIUS [--pictures FOLDER] STUDY…
// Runs each study, opens its report in Debian's Chromium and looks for what a reader must not meet: errors in
// the console, requests to a network, figures that are missing, elements that extend beyond the page, and
// faults of accessibility. Exit code 77 (skipped) where the browser or the packages of package.json are missing.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const kBrowser = '/usr/bin/chromium';
const kWidths = [360, 768, 1400];
const require = createRequire(import.meta.url);

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(77);
}
if (!existsSync(kBrowser)) skip(`${kBrowser} is not installed`);
let chromium, axe;
try {
  ({ chromium } = require('playwright-core'));
  axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
} catch (error) {
  skip(`npm ci has not been run in tests/report: ${error.message.split('\n')[0]}`);
}

const [program, ...args] = process.argv.slice(2);
let pictures;
if (args[0] === '--pictures') {
  pictures = args[1];
  args.splice(0, 2);
  mkdirSync(pictures, { recursive: true });
}

let faults = 0;
function fault(study, text) {
  ++faults;
  console.log(`${study}: ${text}`);
}

// Elements whose right edge is beyond the page, but those in boxes that scroll by themselves.
function overflowing() {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll('body *')]
    .filter((one) => !one.closest('.scroll, svg, script') || one.matches('.scroll, svg:not(.scroll svg)'))
    .filter((one) => one.getBoundingClientRect().right > width + 0.5)
    .map((one) => `${one.tagName.toLowerCase()}.${one.className.baseVal ?? one.className}`);
}

// Figures that show nothing: without size, or without lines, areas and symbols.
function emptyFigures() {
  return [...document.querySelectorAll('figure')]
    .filter((figure) => {
      const drawing = figure.querySelector('svg, img');
      const { width, height } = drawing?.getBoundingClientRect() ?? { width: 0, height: 0 };
      const shapes = drawing?.matches('img') ? drawing.naturalWidth : drawing?.querySelectorAll('path, use, circle').length;
      return width < 100 || height < 50 || !shapes;
    })
    .map((figure) => figure.id);
}

async function checkPage(browser, study, folder) {
  const page = await browser.newPage({ reducedMotion: 'no-preference' });
  const file = pathToFileURL(join(folder, 'report.html')).href;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) fault(study, `console: ${message.text()}`);
  });
  page.on('pageerror', (error) => fault(study, `script: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== file && !/^(data|blob):/.test(request.url())) fault(study, `requests ${request.url()}`);
  });
  await page.goto(file);
  for (const problem of await page.locator('.problem').allTextContents()) fault(study, problem);
  if ((await page.locator('figure').count()) === 0) fault(study, 'no figure');
  for (const width of kWidths) {
    await page.setViewportSize({ width, height: 900 });
    for (const one of await page.evaluate(overflowing)) fault(study, `overflows at ${width} px: ${one}`);
    for (const one of await page.evaluate(emptyFigures)) fault(study, `empty at ${width} px: ${one}`);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      if (pictures)
        await page.screenshot({ path: join(pictures, `${study}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  if ((await page.locator('#gas').count()) > 0) await checkPlayer(page, study);
  await checkDownloads(browser, file, study, folder);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run());
    for (const one of violations)
      fault(study, `axe (${colorScheme}): ${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html)}`);
  }
  await page.close();
}

// The gas is shown, moves when it plays, stops, and goes where the time is set.
async function checkPlayer(page, study) {
  await page.locator('#gas').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => window.player, undefined, { timeout: 60000 });
  const picture = () => page.evaluate(() => document.getElementById('box').toDataURL());
  const time = () => page.evaluate(() => player.source.time);
  const shot = async (name) => {
    if (pictures) await page.locator('#gas').screenshot({ path: join(pictures, `${study}-gas-${name}.png`) });
  };
  const { begin, end } = await page.evaluate(() => ({ begin: player.source.begin, end: player.source.end }));
  if ((await time()) !== begin) fault(study, 'the player does not begin at the first frame');
  const first = await picture();
  await shot('begin');
  await page.locator('#rate').selectOption('4');
  await page.locator('#play').click();
  await page.waitForFunction((from) => player.source.time > from, begin);
  await page.waitForFunction(() => player.source.frame > 0, undefined, { timeout: 60000 });
  await page.locator('#play').click();
  const stopped = await time();
  if ((await picture()) === first) fault(study, 'the picture of the gas does not move');
  await page.waitForTimeout(300);
  if ((await time()) !== stopped) fault(study, 'the player does not pause');
  for (const [name, share] of [['middle', 0.5], ['end', 1]]) {
    await page.locator('#time').fill(String(begin + share * (end - begin)));
    if (Math.abs((await time()) - begin - share * (end - begin)) > 1e-3 * (end - begin))
      fault(study, `the player is not at the ${name}: ${await time()}`);
    await page.locator('#follow').fill(name === 'end' ? '1' : '');
    await shot(name);
  }
}

// What a button saves is the file of the run folder, byte for byte. Chromium asks a user who saves more than ten files
// of a page: each page here saves a few.
async function checkDownloads(browser, file, study, folder) {
  const kFiles = 8;
  for (let first = 0, all = 1; first < all; first += kFiles) {
    const page = await browser.newPage();
    await page.goto(file);
    const buttons = await page.locator('button.download').all();
    all = buttons.length;
    for (const button of buttons.slice(first, first + kFiles)) {
      const name = await button.getAttribute('data-file');
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      if (!readFileSync(await download.path()).equals(readFileSync(join(folder, name))))
        fault(study, `${name} is saved with other bytes`);
    }
    await page.close();
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'clausius-report-'));
const browser = await chromium.launch({ executablePath: kBrowser, args: ['--no-sandbox'] });
try {
  for (const study of args) {
    const folder = join(scratch, study.replaceAll('/', '_'));
    try {
      execFileSync(program, ['run', study, '--out', folder, '--quiet', '--no-plots'], { stdio: 'pipe' });
    } catch (error) {
      if (error.status !== 3) throw error; // A check may fail by chance.
    }
    execFileSync(program, ['report', folder]);
    await checkPage(browser, study, folder);
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(faults ? `${faults} faults` : `${args.length} reports without a fault`);
process.exit(faults ? 1 : 0);
