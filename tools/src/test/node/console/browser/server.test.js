// A call from the browser to the server that ships, with its mock engines.
import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { heard, launch, open, picture, until } from './chromium.js';

const URL_ = process.env.SIDETONE_URL;
let browser;
let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
afterEach(async () => {
  await page.context().close();
  assert.deepEqual(page.complaints, []);
});

const state = (wanted) => page.locator(`.talk-call .badge[data-state="${wanted}"]`).waitFor();
const session = (read) => page.evaluate(read);

async function type(text) {
  await page.locator('#typed').fill(text);
  await page.locator('#typed').press('Enter');
}

test('greets, is interrupted within a quantum, runs actions, and ends', async () => {
  page = await open(browser, `${URL_}/#/talk`);
  await page.locator('#start-call').click();
  await state('ai_speaking');
  await until(() => session(() => window.sidetone.talk.agent.level > 0.2), 'the greeting on the meter');
  await page.keyboard.down(' ');
  await state('user_speaking');
  await until(() => session(() => window.sidetone.talk.session.stops.length > 0), 'the stop told by the worklet');
  const stop = await session(() => window.sidetone.talk.session.stops[0]);
  assert.ok(stop.played > 0, 'some of the greeting sounded');
  assert.ok(stop.afterStop <= stop.quantum && stop.lastFrame - stop.stopFrame <= stop.quantum,
    `the last sample came ${stop.lastFrame - stop.stopFrame} samples after the stop`);
  await page.waitForTimeout(600);
  await page.keyboard.up(' ');
  await state('ai_speaking');
  await page.keyboard.press('s');
  await state('idle');
  // A state that passes at once is not announced: this one stays until it was.
  await until(async () => (await heard(page)).some((words) => words.includes('Idle.')), 'the announcement of idle');
  const { lines } = await session(() => window.sidetone.talk.model);
  assert.ok(lines.some((line) => line.role === 'user' && line.text.startsWith('[mock] utterance')), JSON.stringify(lines));
  assert.ok(lines.find((line) => line.role === 'assistant').interrupted);

  const result = () => session(() => window.sidetone.talk.lastAction);
  await type('action navigate {"page": "booking"}');
  await until(async () => (await result())?.action === 'navigate', 'the action');
  assert.equal((await result()).status, 'success');
  assert.equal(await page.locator('.desk [aria-current=page]').textContent(), 'Book a visit');
  await state('ai_speaking');
  await page.locator('#speak').focus();
  await page.keyboard.press('s');
  await state('idle');
  await type('action fill_form {"name": "Ada Example", "time": "11:30"}');
  await until(async () => (await result()).action === 'fill_form', 'the form');
  assert.equal(await page.locator('.desk [name=name]').inputValue(), 'Ada Example');
  await state('ai_speaking');

  const facts = (css) => page.locator(`.talk-facts ${css}`).allTextContents();
  await until(async () => (await facts('.tools .tag')).join() === 'ok,ok', 'both tools');
  assert.deepEqual(await facts('.variables > div'), ['customerfriend']);
  assert.deepEqual((await facts('.tools code')).slice(0, 2), ['navigate', '{"page":"booking"}']);
  for (const took of await facts('.tools .took')) {
    assert.match(took, /^\d+ ms$/);
  }

  const id = await session(() => window.sidetone.talk.model.sessionId);
  const watch = await page.context().newPage();
  await watch.goto(`${URL_}/#/calls/${id}`);
  await watch.locator('.stave .mark.interruption').first().waitFor();
  assert.ok(await watch.locator('.said .tag').first().isVisible(), 'the interrupted line is marked');
  assert.match(await watch.locator('.stave .wave.assistant').getAttribute('d'), /^M[\d.]+,/);
  await picture(watch, 'server-call', { fullPage: true });
  await watch.close();
  await page.locator('#end-call').click();
  await state('not_connected');
  await page.goto(`${URL_}/#/history`);
  await page.locator(`.history > .calls a[href="#/calls/${id}"]`).waitFor();
  const said = await heard(page);
  for (const word of ['Speaking.', 'Listening.', 'Idle.', 'Done: navigate.', 'Done: fill form.']) {
    assert.ok(said.some((words) => words.includes(word)), `${word} in ${said}`);
  }
});

test('with an open microphone the voice itself interrupts', async () => {
  page = await open(browser, `${URL_}/#/talk`);
  await page.locator('input[value=open]').check();
  await page.locator('#start-call').click();
  await state('ai_speaking');
  await state('user_speaking');
  await until(() => session(() => window.sidetone.talk.session.stops.length > 0), 'the stop');
  const stop = await session(() => window.sidetone.talk.session.stops[0]);
  assert.ok(stop.played > 0 && stop.afterStop <= stop.quantum, JSON.stringify(await session(() => [window.sidetone.talk.session.stops, [...window.sidetone.talk.session.turns.values()]])));
  await until(() => session(() => window.sidetone.talk.model.lines.some(({ role }) => role === 'user')), 'what was said');
  await page.locator('#end-call').click();
  await state('not_connected');
});

test('the live list shows the call, and its yield reaches the browser', async () => {
  page = await open(browser, `${URL_}/#/talk`);
  // The list is open before the call is: loading a page may take longer than the greeting lasts.
  const watch = await page.context().newPage();
  await watch.goto(`${URL_}/`);
  await page.locator('#start-call').click();
  await state('ai_speaking');
  await until(() => session(() => window.sidetone.talk.session.turns.size > 0), 'sound');
  const id = await session(() => window.sidetone.talk.model.sessionId);
  const link = watch.locator(`a[href="#/calls/${id}"]`);
  await watch.locator('tbody tr', { has: link }).locator('.badge .word', { hasText: /^Speaking$/ }).waitFor();
  await link.click();
  await watch.locator('#yield').waitFor();
  await watch.keyboard.press('y');
  await state('user_speaking');
  await until(() => session(() => window.sidetone.talk.session.stops.length > 0), 'the stop');
  const stop = await session(() => window.sidetone.talk.session.stops[0]);
  assert.ok(stop.afterStop <= stop.quantum);
  await watch.close();
  await page.locator('#end-call').click();
  await state('not_connected');
});

test('the mocked turn comes out as the document says', async () => {
  page = await open(browser, `${URL_}/#/vela`);
  await page.locator('#vela-connect').click();
  await until(() => page.locator('#vela-mocked').isEnabled(), 'session.ready');
  await page.locator('#vela-mocked').click();
  await until(async () => (await page.locator('#vela-response').textContent()).endsWith('vertical slice.'), 'the response');
  assert.equal(await page.locator('#vela-final').textContent(), '[mocked user] What is the current mocked vertical slice?');
  assert.equal(await page.locator('#vela-response').textContent(),
    '[mocked assistant] This is a deterministic mocked response from the gateway vertical slice.');
  await until(() => page.locator('#vela-mocked').isEnabled(), 'idle');
  await page.locator('#vela-mic').focus();
  await page.keyboard.down(' ');
  await until(async () => (await page.locator('#vela-partial').textContent()) === '[mocked partial] Placeholder push-to-talk transcript in progress.', 'the partial');
  await page.keyboard.up(' ');
  await until(async () => (await page.locator('#vela-final').textContent()) === '[mocked final] Placeholder push-to-talk transcript completed from 1 appended chunk(s).', 'the final');
  await page.locator('#vela-disconnect').click();
});
