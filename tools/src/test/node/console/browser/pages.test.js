// The pages that show calls, the mocked turn, the token and the themes.
import assert from 'node:assert/strict';
import test, { after, afterEach, before, beforeEach } from 'node:test';
import { CALL } from '../fake/calls.js';
import { FakeServer } from '../fake/server.js';
import { heard, launch, open, picture, until, violations } from './chromium.js';

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

for (const colorScheme of ['light', 'dark']) {
  test(`live calls and one call in the ${colorScheme} theme`, async () => {
    page = await open(browser, `${fake.url}/`, { colorScheme });
    await page.locator('tbody tr').nth(5).waitFor();
    assert.deepEqual(await page.locator('tbody .badge .word').allTextContents(), ['Speaking', 'Listening', 'Speaking', 'Action', 'Idle', 'Processing']);
    assert.deepEqual(await page.locator('tbody .overlay').allTextContents(), ['Yielding', 'Recovering', 'On hold']);
    await page.locator('.link-state[data-state=open]').waitFor();
    await picture(page, `live-${colorScheme}`);
    assert.deepEqual(await violations(page), []);
    await page.locator('tbody a').first().click();
    await page.locator('.stave .mark.interruption').waitFor();
    assert.match(await page.locator('.stave .mark.interruption text').textContent(), /84 ms/);
    assert.equal(await page.locator('.said .tag').textContent(), 'interrupted');
    assert.match(await page.locator('.said s').textContent(), /or Friday at two/);
    assert.ok((await page.locator('.stave .wave').count()) === 2);
    await picture(page, `call-${colorScheme}`, { fullPage: true });
    assert.deepEqual(await violations(page), []);
    await page.goto(`${fake.url}/#/talk`);
    await page.locator('#start-call').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.goto(`${fake.url}/#/vela`);
    await page.locator('#vela-connect').waitFor();
    assert.deepEqual(await violations(page), []);
  });
}

test('nothing runs out of a narrow page', async () => {
  fake.trunks = TRUNKS;
  page = await open(browser, `${fake.url}/`, { viewport: { width: 320, height: 800 } });
  for (const [view, there] of [['live', 'tbody tr'], [`calls/${CALL}`, '.stave .span'], ['history', 'tbody tr'], ['trunks', 'tbody tr'], ['talk', '#start-call'], ['vela', '#vela-connect']]) {
    await page.goto(`${fake.url}/#/${view}`);
    await page.locator(there).first().waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, view);
  }
});

const TRUNKS = [
  { name: 'carrier', to: 'sip:sip.carrier.example;transport=tls', server: 'tls 192.0.2.7:5061', health: 'up', optionsMs: 23.4, registration: 'registered', problem: null },
  { name: 'other', to: 'sip:pbx.example', server: null, health: 'down', optionsMs: null, registration: 'off', problem: 'no server of pbx.example answers OPTIONS' },
  { name: 'house', to: null, server: null, health: null, optionsMs: null, registration: null, problem: null, inbound: true },
];

test('trunks with their health, and a call over one of them', async () => {
  fake.trunks = TRUNKS;
  page = await open(browser, `${fake.url}/#/trunks`);
  await page.locator('tbody tr').nth(1).waitFor();
  assert.deepEqual(await page.locator('tbody .word').allTextContents(), ['Answers', 'Does not answer', 'Calls in only']);
  assert.deepEqual(await page.locator('#place-trunk option').allTextContents(), ['carrier', 'other'], 'what can be called');
  assert.equal(await page.locator('tbody tr').nth(2).textContent(), 'Calls in onlyhouse––');
  assert.match(await page.locator('tbody tr').nth(0).textContent(), /tls 192\.0\.2\.7:5061Registered23 ms/);
  assert.match(await page.locator('tbody tr').nth(1).textContent(), /no server of pbx\.example answers OPTIONS/);
  await picture(page, 'trunks');
  assert.deepEqual(await violations(page), []);
  await page.locator('#place-to').fill(' +4930123456 ');
  await page.locator('#place-agent').fill('desk');
  await page.locator('#place-trunk').selectOption('other');
  await page.getByRole('button', { name: 'Call' }).click();
  await page.getByRole('link', { name: 'look at it' }).waitFor();
  assert.deepEqual(fake.posted, [{ method: 'POST', path: '/api/calls', body: { to: '+4930123456', agent: 'desk', trunk: 'other' } }]);
});

test('no trunk is said so', async () => {
  page = await open(browser, `${fake.url}/#/trunks`);
  await page.getByText('No trunk is configured').waitFor();
  assert.equal(await page.locator('#place-to').isVisible(), false);
});

test('trunks that only bring calls are listed, and none can be called', async () => {
  fake.trunks = TRUNKS.filter(({ inbound }) => inbound);
  page = await open(browser, `${fake.url}/#/trunks`);
  await page.getByText('Calls in only').waitFor();
  assert.equal(await page.locator('#place-to').isVisible(), false);
});

test('trunks and their form are used on a telephone', async () => {
  fake.trunks = TRUNKS;
  page = await open(browser, `${fake.url}/#/trunks`, { viewport: { width: 390, height: 844 } });
  await page.locator('tbody tr').nth(2).waitFor();
  await picture(page, 'trunks-narrow', { fullPage: true });
  for (const id of ['place-to', 'place-agent', 'place-trunk']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.width >= 200, `${id}: ${JSON.stringify(box)}`);
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(await violations(page), []);
});

test('a call that nobody knows has no buttons and no keys', async () => {
  fake.unknown = true;
  page = await open(browser, `${fake.url}/#/calls/${CALL}`);
  await page.getByText('This server knows no such call').waitFor();
  page.complaints.length = 0; // The browser itself complains of the 404.
  assert.equal(await page.locator('main button:visible, main input:visible, main select:visible').count(), 0);
  await page.keyboard.press('y');
  await page.keyboard.press('x');
  assert.equal(await page.locator('dialog:modal').count(), 0);
  assert.deepEqual(fake.posted, []);
  await picture(page, 'call-unknown');
});

test('words of a former turn are no caption', async () => {
  fake.facts = { state: 'LISTENING', caption: { text: '', heardChars: 0 }, timeline: [
    { atMs: 1, kind: 'state', text: 'IDLE -> LISTENING (VIP-T03, speech)' }, { atMs: 2, kind: 'partial', text: 'some old words' },
    { atMs: 3, kind: 'state', text: 'LISTENING -> IDLE (VIP-T06)' }, { atMs: 4, kind: 'state', text: 'IDLE -> LISTENING (VIP-T03)' }] };
  page = await open(browser, `${fake.url}/#/calls/${CALL}`);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.log li').nth(3).waitFor();
  assert.match(await page.locator('.log li').first().innerText(), /Idle → Listening: speech/, 'words, not the rules of a protocol');
  assert.equal(await page.locator('.line.live').isVisible(), false);
  await page.getByRole('tab', { name: 'Conversation' }).click();
  fake.facts.timeline.push({ atMs: 5, kind: 'partial', text: 'some new words' });
  await page.locator('.line.live').getByText('some new words').waitFor();
});

test('nobody on the line is said so', async () => {
  fake.calls = [];
  page = await open(browser, `${fake.url}/`);
  await page.getByText('Nobody is on the line').waitFor();
  await picture(page, 'live-empty');
});

test('commands go to the call, by button and by key', async () => {
  page = await open(browser, `${fake.url}/#/calls/${CALL}`);
  await page.locator('.stave .span').first().waitFor();
  await page.keyboard.press('y');
  await until(() => fake.posted.length === 1, 'the yield');
  await page.locator('#say-text').fill('y is a letter here');
  await page.locator('#say-text').press('Enter');
  await until(() => fake.posted.length === 2, 'the sentence');
  await page.getByRole('button', { name: 'Hold' }).click();
  await page.locator('#policy option[value=front-desk]').waitFor({ state: 'attached' });
  await page.locator('#policy').selectOption('front-desk');
  await until(() => fake.posted.length === 4, 'hold and policy');
  await page.locator('h1').click();
  await page.keyboard.press('x');
  await picture(page, 'call-hang-up');
  await page.getByRole('button', { name: 'Hang up' }).last().click();
  await until(() => fake.posted.length === 5, 'the end');
  const path = (name) => `/api/calls/${CALL}${name}`;
  assert.deepEqual(fake.posted, [
    { method: 'POST', path: path('/yield'), body: { reason: 'console' } },
    { method: 'POST', path: path('/say'), body: { text: 'y is a letter here', interrupt: false } },
    { method: 'POST', path: path('/hold'), body: { on: true } },
    { method: 'POST', path: path('/policy'), body: { name: 'front-desk' } },
    { method: 'DELETE', path: path(''), body: null },
  ]);
  await until(async () => (await heard(page)).some((words) => words.includes('Speaking')), 'the announcement');
});

test('an open call follows events without waiting for the next look', async () => {
  page = await open(browser, `${fake.url}/`);
  await page.locator('.link-state[data-state=open]').waitFor();
  await page.locator('tbody tr').first().waitFor();
  fake.calls = fake.calls.slice(0, 1);
  fake.event({ callId: CALL, type: 'state-changed', state: 'idle', floor: 'IDLE', view: {} });
  await until(async () => (await page.locator('tbody tr').count()) === 1, 'the shorter list');
  assert.equal(await page.locator('#live-count').textContent(), '1');
});

test('asks for the token, tells a wrong one, and keeps it in the tab', async () => {
  fake.token = 'right';
  page = await open(browser, `${fake.url}/`);
  await page.locator('#token-dialog[open]').waitFor();
  await picture(page, 'token');
  await page.locator('#token-value').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('did not accept that token').waitFor();
  await page.locator('#token-value').fill('right');
  await page.keyboard.press('Enter');
  await page.locator('tbody tr').first().waitFor();
  await page.locator('.link-state[data-state=open]').waitFor();
  await page.reload();
  await page.locator('tbody tr').first().waitFor();
  // The refusals before are what the browser itself writes about.
  page.complaints = page.complaints.filter((line) => !line.includes('401'));
});

test('the mocked turn: states, controls, words that stay after cancel, malformed messages', async () => {
  fake.hold('vela');
  page = await open(browser, `${fake.url}/#/vela`);
  const word = async () => page.locator('#vela-connection .word').textContent();
  const enabled = async () => Promise.all(['mocked', 'mic', 'cancel'].map((id) => page.locator(`#vela-${id}`).isEnabled()));
  assert.equal(await word(), 'Not connected');
  assert.deepEqual(await enabled(), [false, false, false]);
  await page.locator('#vela-connect').click();
  await until(async () => (await word()) === 'Connected', 'the connection');
  await until(async () => (await enabled())[0], 'session.ready');
  assert.deepEqual(await enabled(), [true, true, false]);
  await page.locator('#vela-mocked').click();
  assert.deepEqual(await enabled(), [false, false, true]);
  await until(async () => (await page.locator('#vela-response').textContent()).includes('[mocked assistant]'), 'the first words');
  await picture(page, 'vela-turn');
  await page.locator('#vela-cancel').click();
  await until(async () => (await enabled())[0], 'idle');
  fake.open('vela');
  assert.match(await page.locator('#vela-final').textContent(), /^\[mocked user\]/);
  assert.match(await page.locator('#vela-response').textContent(), /^\[mocked assistant\]/);
  await page.locator('#vela-mic').focus();
  await page.keyboard.down(' ');
  await until(async () => (await page.locator('#vela-partial').textContent()) !== '', 'the partial');
  await picture(page, 'vela-microphone');
  await page.keyboard.up(' ');
  await until(async () => /from 1 appended/.test(await page.locator('#vela-final').textContent()), 'the final');
  assert.equal(await page.locator('#vela-partial').textContent(), '');
  await until(async () => (await enabled())[0], 'the end of the turn');
  fake.velaSocket.send('{"type":');
  await page.locator('#vela-error').waitFor();
  assert.match(await page.locator('#vela-error').textContent(), /malformed_message/);
  await picture(page, 'vela-error');
  assert.deepEqual(await violations(page), []);
  await page.locator('#vela-disconnect').click();
  await until(async () => (await word()) === 'Disconnected', 'the end');
  assert.match(await page.locator('#vela-final').textContent(), /^\[mocked final\]/);
  assert.deepEqual(await enabled(), [false, false, false]);
});
