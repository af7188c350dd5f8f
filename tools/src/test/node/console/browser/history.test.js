// A person looks for calls of yesterday and for those that never came through.
import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import { FakeServer } from '../fake/server.js';
import { launch, open, picture, until, violations } from './chromium.js';

let browser;
let fake;
let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => { fake = await new FakeServer().start(); });
afterEach(async () => {
  await page.context().close();
  fake.close();
  assert.deepEqual(page.complaints, []);
});

const list = () => page.locator('.history > .calls tbody tr');

for (const colorScheme of ['light', 'dark']) {
  test(`the first look says what went wrong today, in the ${colorScheme} theme`, async () => {
    page = await open(browser, `${fake.url}/#/history`, { colorScheme });
    await list().nth(7).waitFor();
    await page.locator('.today tbody tr').nth(3).waitFor();
    assert.match(await page.locator('.today .sub').first().textContent(), /1 failed · 2 refused · 1 often interrupted of \d calls/);
    assert.deepEqual(await page.locator('.today .tag').allTextContents(), ['Failed', 'Refused', 'Refused', 'Often interrupted']);
    assert.match(await list().nth(3).textContent(), /4711 times: no agent takes a call/);
    assert.match(await list().nth(4).textContent(), /goes on/);
    await until(async () => (await page.locator('.spark .wave').count()) > 1, 'voices in the rows');
    await picture(page, `history-${colorScheme}`, { fullPage: true });
    assert.deepEqual(await violations(page), []);
  });
}

test('a refused call is found by a click on its cause, and its messages are there', async () => {
  page = await open(browser, `${fake.url}/#/history`);
  await page.locator('.chips[aria-label="Calls by cause"] a', { hasText: 'not acceptable' }).click();
  await until(async () => (await list().count()) === 1, 'one call');
  assert.match(page.url(), /#\/history\?cause=NOT_ACCEPTABLE$/);
  assert.ok(fake.asked.some((query) => query.includes('cause=NOT_ACCEPTABLE')));
  await list().first().locator('a').click();
  await page.locator('.ladder li').nth(2).waitFor();
  assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'SIP');
  assert.match(await page.locator('.facts').textContent(), /refused: both sides have no way to talk in common/);
  assert.equal(await page.locator('.stave').isVisible(), false);
  await page.locator('.ladder .message').first().click();
  assert.match(await page.locator('.ladder pre').first().textContent(), /Authorization: \[secret\]/);
  await picture(page, 'call-refused', { fullPage: true });
  assert.deepEqual(await violations(page), []);
});

test('an interrupted call of yesterday is found by filters, heard, and followed to its interruption', async () => {
  page = await open(browser, `${fake.url}/#/history`);
  await page.locator('.filters select[name=interrupted]').selectOption('true');
  await page.locator('.filters button[type=submit]').click();
  await until(async () => (await list().count()) === 2, 'two calls');
  assert.equal(await page.locator('.chips[aria-label="Filters in use"] .chip').count(), 1);
  await list().nth(1).locator('a').click();
  await page.locator('.player .primary:not([disabled])').waitFor();
  await page.keyboard.press('n');
  await until(async () => (await page.locator('.place').count()) === 1, 'the line');
  assert.match(await page.locator('.player').textContent(), /Answer after 2200 ms|Interruption, 84 ms/);
  await page.keyboard.press('p');
  const before = await page.locator('.player output').textContent();
  await page.keyboard.press(' ');
  await until(async () => (await page.locator('.player output').textContent()) !== before, 'the sound moves on');
  await page.keyboard.press(' ');
  await page.locator('.said li').nth(3).click();
  await until(async () => (await page.locator('.player output').textContent()) === '0:11.3', 'the place of the line');
  assert.equal(await page.locator('.said [aria-current]').count(), 1);
  const box = await page.locator('.stave').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + 60);
  await until(async () => (await page.locator('.player output').textContent()) !== '0:11.3', 'the place of the click');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.log li').nth(1).click();
  await until(async () => (await page.locator('.player output').textContent()) === '0:07.9', 'the place of the log');
  await picture(page, 'call-kept', { fullPage: true });
  assert.deepEqual(await violations(page), []);
});

test('an address leads a colleague to the same second, and the tabs go by arrow keys', async () => {
  page = await open(browser, `${fake.url}/#/calls/01K9MAYQ3B0TTQ8V1C9ZN6D4Y3@12.3`);
  await until(async () => (await page.locator('.player output').textContent()) === '0:12.3', 'the place');
  await page.getByRole('tab', { name: 'Conversation' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('[role=tab][aria-selected=true]').textContent(), 'SIP');
  assert.equal(await page.locator('.ladder li').count(), 3);
});

test('a store that is away is said, and what is known is shown', async () => {
  page = await open(browser, `${fake.url}/#/history`);
  await page.route('**/api/calls?*', (route) => route.fulfill({ json: { calls: fake.kept.slice(0, 2), next: null, problem: 'the call store is away (connection refused)' } }));
  await page.reload();
  await list().nth(1).waitFor();
  assert.match(await page.locator('.problem').textContent(), /the call store is away/);
});

test('the history fits a telephone', async () => {
  page = await open(browser, `${fake.url}/#/history`, { viewport: { width: 390, height: 800 } });
  await list().nth(7).waitFor();
  await picture(page, 'history-narrow', { fullPage: true });
  for (const view of ['history', 'calls/01K9MAYQ3B0TTQ8V1C9ZN6D4Y9', 'calls/01K9MAYQ3B0TTQ8V1C9ZN6D4Y8']) {
    await page.goto(`${fake.url}/#/${view}`);
    await page.locator('h1').waitFor();
    await page.locator('.tabs, .calls tbody tr').first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, view);
  }
});
