// The pages of calls in the folder SIDETONE_PAGES, opened as files: they draw themselves from the JSON inside.
import assert from 'node:assert/strict';
import nodeTest, { after, afterEach, before } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LIMIT_MS, launch, picture, violations } from './chromium.js';

const FOLDER = process.env.SIDETONE_PAGES;
const test = (name, run) => nodeTest(name, { skip: FOLDER === undefined && 'SIDETONE_PAGES names no folder of pages' }, run);

let browser;
let page;
let asked;

before(async () => { browser = await launch(); });
after(() => browser.close());
afterEach(() => page?.context().close());

async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1320, height: 800 }, ...options });
  page = await context.newPage();
  page.complaints = [];
  asked = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('dialog', (dialog) => { page.complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => asked.push(request.url().slice(0, 40)));
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(pathToFileURL(join(FOLDER, `${name}.html`)).href);
}

const shown = () => page.locator('#call:not([hidden])').waitFor();
const count = (selector) => page.locator(selector).count();
const titles = (selector) => page.locator(`${selector} > title`).allTextContents();
const figure = (what) => page.locator('.tile', { hasText: what }).locator('dd').textContent();

for (const colorScheme of ['light', 'dark']) {
  test(`the page of a call in the ${colorScheme} theme`, async () => {
    await open('call', { colorScheme });
    await shown();
    assert.equal(await page.title(), 'A <call> @@ROWS@@');
    assert.equal(await page.locator('h1').textContent(), 'A <call> @@ROWS@@');
    assert.equal(await count('svg.stave'), 2);
    assert.match(await page.locator('svg.stave').nth(1).getAttribute('aria-label'), /^Second 14 to 29/);
    assert.equal(await count('.stave path.wave'), 4);
    assert.deepEqual(await page.locator('.cut text').allTextContents(), ['150 ms']);
    assert.equal(await count('.state.listening'), 2);
    assert.equal(await page.locator('.words.agent').first().textContent(), 'Hello <there>.');
    assert.equal(await page.locator('#rows tbody tr').first().locator('th').textContent(), 'server');
    assert.match(await page.locator('audio').getAttribute('src'), /^data:audio\/wav;base64,/);
    assert.equal(await count('.answer .stage'), 6);
    assert.match(await page.locator('.answer p').textContent(), /^510 ms after the caller, end known by words: end of the turn 340,/);
    assert.doesNotMatch(await page.locator('body').textContent(), /\[object /);
    assert.match(await page.locator('details').last().textContent(), /INVITE sip:desk/);
    await picture(page, `page-${colorScheme}`, { fullPage: true });
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')), []);
    assert.equal(asked.filter((url) => url.startsWith('file:')).length, 1);
    assert.deepEqual(page.complaints, []);
  });
}

test('the page of a call is read on a telephone', async () => {
  await open('call', { viewport: { width: 390, height: 844 } });
  await shown();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'nothing is wider than the screen');
  for (const selector of ['h1', '.tile >> nth=0', 'audio', 'svg.stave >> nth=0']) {
    const box = await page.locator(selector).first().boundingBox();
    assert.ok(box.x >= 0 && box.x < 390 && box.width > 0, `${selector}: ${JSON.stringify(box)}`);
  }
  await picture(page, 'page-narrow', { fullPage: true });
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
});

test('each of many interruptions is drawn with its latency', async () => {
  await open('interruptions');
  await shown();
  const cuts = await count('.cut text');
  assert.ok(cuts >= 5 && cuts <= 8, `${cuts} interruptions`);
  assert.equal(await figure('interruptions'), String(cuts));
  for (const title of await titles('.cut')) {
    const [, latency] = /agent's last packet (\d+) ms$/.exec(title);
    assert.ok(latency >= 20 && latency <= 1000, title);
  }
  assert.equal(await page.locator('.turns th').nth(6).textContent(), 'latency, ms');
  assert.match(await page.locator('.turns').textContent(), /barge-in, detector/);
  assert.ok(await count('.pause rect') > 0);
  assert.ok(await count('.state.listening rect') > 0);
  assert.ok(await count('.stave title') > 24);
  assert.equal(await count('.stave path'), 2 * await count('svg.stave'));
  await picture(page, 'page-interruptions', { fullPage: true });
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(page.complaints, []);
});

test('a pause that was a false alarm says so', async () => {
  await open('false-alarm');
  await shown();
  const pauses = await titles('.pause');
  assert.ok(pauses.some((title) => /^agent paused for \d+ ms, then the agent went on$/.test(title)), pauses.join());
  assert.match(await page.locator('#rows').textContent(), /resume: nothing followed for/);
  assert.equal(await figure('interruptions'), '0');
  assert.equal(await figure('false alarms'), '1');
});

test('what callers write is shown and never run', async () => {
  await open('hostile');
  await shown();
  assert.match(await page.locator('#lead').textContent(), /<\/p><\/table><script>alert\('x'\)<\/script>/);
  assert.ok(await page.locator('.words', { hasText: '<script>alert' }).count() > 0);
  assert.equal(await count('script'), 2);
  assert.equal(await count('table'), 2);
  assert.equal((await page.locator('main').textContent()).includes('\u202e'), false);
  assert.deepEqual(page.complaints, []);
});

test('a long call has all its rows and no sound', async () => {
  await open('long');
  await shown();
  assert.equal(await count('p.words.caller[title="go on"]'), 90);
  assert.equal(await count('svg.stave[aria-label^="Second 615 to 630"]'), 1);
  assert.equal(await count('audio'), 0);
  assert.match(await page.locator('.silent').textContent(), /calls longer than 10 minutes is not in the page/);
});

test('a click on a row goes to that time of the sound', async () => {
  await open('interruptions');
  await shown();
  await page.waitForFunction(() => document.getElementById('sound').readyState > 0);
  const row = page.locator('svg.stave').first();
  await row.click();
  await page.waitForFunction(() => Math.abs(document.getElementById('sound').currentTime - 7.5) < 0.1);
  const at = Number(await row.locator('.head').getAttribute('x1'));
  assert.ok(Math.abs(at - 600) < 10, `head at ${at}`);
});

test('without scripts the page says what it is', async () => {
  await open('call', { javaScriptEnabled: false });
  assert.match(await page.locator('noscript').textContent(), /allow JavaScript/);
  assert.equal(await page.locator('noscript p').isVisible(), true);
  assert.equal(await page.locator('#call').isVisible(), false);
});
