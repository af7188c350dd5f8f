// A call from the browser, moment by moment, against a server that holds each moment still.
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
  // Closed whatever the page complained of: pages left open take the processor from the tests after this one.
  await page.context().close();
  fake.close();
  assert.deepEqual(page.complaints, []);
});

const state = (wanted) => page.locator(`.talk-call .badge[data-state="${wanted}"]`).waitFor();
const agentLevel = () => page.evaluate(() => window.sidetone.talk.agent.level);
const stops = () => page.evaluate(() => window.sidetone.talk.session.stops);
const last = (type) => fake.vip.at(-1).log.findLast((message) => message.type === type)?.payload;

async function talk(options) {
  page = await open(browser, `${fake.url}/#/talk`, options);
}

async function call() {
  await page.locator('#start-call').click();
}

test('hears the greeting, and a barge-in stops it within one quantum', async () => {
  fake.hold('spoken');
  await talk();
  await call();
  await state('ai_speaking');
  await until(async () => (await agentLevel()) > 0.3, 'the greeting on the meter');
  await picture(page, 'talk-speaking');
  await page.keyboard.down(' ');
  await state('user_speaking');
  await until(async () => (await stops()).length > 0, 'the stop told by the worklet');
  const [stop] = await stops();
  assert.equal(stop.stopped, true);
  assert.ok(stop.played > 0 && stop.discarded > 0, `${stop.played} played, ${stop.discarded} discarded`);
  assert.ok(stop.afterStop <= stop.quantum, `${stop.afterStop} samples after the stop, a quantum is ${stop.quantum}`);
  assert.ok(stop.lastFrame - stop.stopFrame <= stop.quantum, 'the last sample is within a quantum of the stop');
  assert.deepEqual(last('input.barge_in'), { trigger: 'ptt' });
  await until(() => fake.vip[0].bytesIn > 19200, 'a tenth of a second of the microphone');
  await picture(page, 'talk-listening');
  await page.waitForTimeout(400);
  await page.keyboard.up(' ');
  fake.open('spoken');
  await until(() => last('input.end') !== undefined, 'input.end');
  await state('idle');
  const again = await page.evaluate(() => window.sidetone.talk.session.stops.filter(({ afterStop, quantum }) => afterStop > quantum).length);
  assert.equal(again, 0);
  await until(async () => (await heard(page)).some((words) => words.includes('Listening.')), 'the announcement');
});

test('shows, names and announces every state', async () => {
  fake.hold('connect', 'think', 'act', 'spoken');
  fake.greeting = '';
  fake.turns.push({ said: 'show me the booking page', invoke: { action: 'navigate', parameters: { page: 'booking' } }, reply: 'Here it is.' });
  await talk();
  await picture(page, 'talk-not-connected');
  const seen = new Map();
  const look = async (wanted, word) => {
    const shown = await page.waitForFunction((id) => {
      const badge = document.querySelector(`.talk-call .badge[data-state="${id}"]`);
      return badge && { glyph: badge.querySelector('use').getAttribute('href'), word: badge.querySelector('.word').textContent };
    }, wanted);
    const now = await shown.jsonValue();
    assert.equal(now.word, word);
    seen.set(wanted, now.glyph);
    await until(async () => seen.size === 1 || (await heard(page)).some((words) => words.endsWith(`${word}.`)), `the announcement of ${word}`);
    await picture(page, `talk-${word.toLowerCase().replaceAll(' ', '-')}`);
  };
  await look('not_connected', 'Not connected');
  await call();
  await look('connecting', 'Connecting');
  fake.open('connect');
  await look('idle', 'Idle');
  await page.locator('#speak').focus();
  await page.keyboard.down(' ');
  await look('user_speaking', 'Listening');
  await page.waitForTimeout(450);
  await page.keyboard.up(' ');
  await look('ai_thinking', 'Processing');
  fake.open('think');
  await look('invoke_action', 'Action');
  fake.open('act');
  await look('ai_speaking', 'Speaking');
  assert.equal(new Set(seen.values()).size, 7, 'seven icons');
  await page.locator('#end-call').click();
  await look('not_connected', 'Not connected');
  await until(async () => (await heard(page)).at(-1).endsWith('Not connected.'), 'the last announcement');
  const said = await heard(page);
  for (const word of ['Connecting.', 'Idle.', 'Listening.', 'Processing.', 'Action.', 'Speaking.', 'Not connected.']) {
    assert.ok(said.some((words) => words.endsWith(word)), `${word} in ${said}`);
  }
});

test('runs actions on the page, checks parameters before, and tells what is shown', async () => {
  fake.greeting = '';
  fake.turns.push(
    { said: 'book a visit', invoke: { action: 'navigate', parameters: { page: 'booking' } }, reply: 'The form is open.' },
    { said: 'fill it', invoke: { action: 'fill_form', parameters: { name: 'Ada <b>Example</b>', day: '2026-04-02', time: '11:30' } }, reply: 'Filled.' },
    { said: 'hours', invoke: { action: 'open_dialog', parameters: { topic: 'opening_hours' } }, reply: 'These are the hours.' },
    { said: 'wrong', invoke: { action: 'navigate', parameters: { page: 'elsewhere' } }, reply: 'x' },
    { said: 'unknown', invoke: { action: 'drop_tables', parameters: {} }, reply: 'x' });
  await talk();
  await call();
  await state('idle');
  assert.match(last('session.initialize').narrated_state, /page "Overview"/);
  assert.deepEqual(Object.keys(last('session.initialize').actions), ['navigate', 'fill_form', 'open_dialog', 'close_dialog']);
  const turn = async (n) => {
    await page.keyboard.press(' ');
    await state('user_speaking');
    await page.keyboard.press(' ');
    await until(() => fake.vip[0].log.filter(({ type }) => type === 'action.result').length === n, `result ${n}`);
    await state('idle');
    return last('action.result');
  };
  assert.deepEqual([(await turn(1)).status, last('action.result').values], ['success', { page: 'booking' }]);
  assert.equal(await page.locator('.desk [aria-current=page]').textContent(), 'Book a visit');
  assert.match(last('action.result').narrated_state, /Book a visit/);
  assert.equal((await turn(2)).status, 'success');
  assert.equal(await page.locator('.desk [name=name]').inputValue(), 'Ada <b>Example</b>');
  await until(() => /Time is "11:30"/.test(last('state.update')?.narrated_state ?? ''), 'the narrated form');
  await turn(3);
  assert.equal(await page.locator('.desk-dialog[open] h3').textContent(), 'Opening hours');
  await picture(page, 'talk-actions');
  assert.equal((await turn(4)).code, 'invalid_parameters');
  assert.equal((await turn(5)).code, 'not_registered');
  assert.deepEqual(await violations(page), []);
});

test('shows the variables of the call, and tools while they run and when they are over', async () => {
  fake.greeting = '';
  fake.facts = { variables: { branch: '', customer: 'Ada <b>Example</b>' } };
  await talk();
  await call();
  await state('idle');
  const shown = (css) => page.locator(`.talk-facts ${css}`).allTextContents();
  await until(async () => (await shown('.variables dd')).length === 2, 'the variables');
  assert.deepEqual(await shown('.variables dt'), ['branch', 'customer']);
  assert.deepEqual(await shown('.variables dd'), ['–', 'Ada <b>Example</b>']);
  assert.equal(await page.locator('.talk-facts p').isVisible(), true);
  const wantedAt = '2026-04-01T10:00:00.000Z';
  fake.facts.running = [{ invocationId: 'b', action: 'check_stock', wantedAt, parameters: { article: 'tea', note: '<i>\n"x"' } }];
  fake.event({ callId: fake.sessionId, type: 'state-changed', state: 'action' });
  await until(async () => (await shown('.tools .tag')).join() === 'running', 'the tool that runs');
  assert.deepEqual(await shown('.tools code'), ['check_stock', '{"article":"tea","note":"<i>\\n\\"x\\""}']);
  assert.deepEqual(await shown('.tools .took'), ['']);
  fake.facts.running = [];
  fake.facts.actions = [
    { invocationId: 'b', action: 'check_stock', wantedAt, endedAt: '2026-04-01T10:00:00.340Z', code: 'timeout', parameters: { article: 'tea' } },
    { invocationId: 'c', action: 'pay', wantedAt: '2026-04-01T10:00:02Z', endedAt: '2026-04-01T10:00:02.008Z', code: 'ok' },
  ];
  fake.event({ callId: fake.sessionId, type: 'state-changed', state: 'idle' });
  await until(async () => (await shown('.tools li')).length === 2, 'the tools that are over');
  assert.deepEqual(await shown('.tools .tag'), ['timeout', 'ok']);
  assert.deepEqual(await shown('.tools .took'), ['340 ms', '8 ms']);
  assert.deepEqual(await shown('.tools .given'), ['{"article":"tea"}', '(not kept)']);
  await picture(page, 'talk-tools');
  assert.deepEqual(await violations(page), []);
});

test('shortcuts yield and stop, and rest while somebody types', async () => {
  fake.hold('spoken');
  await talk();
  await call();
  await state('ai_speaking');
  await page.locator('#typed').focus();
  await page.keyboard.type('yes, my y and s');
  assert.equal(await page.locator('#typed').inputValue(), 'yes, my y and s');
  assert.equal(last('turn.yield'), undefined);
  assert.equal(last('input.barge_in'), undefined);
  await page.locator('#speak').focus();
  await page.keyboard.press('y');
  await until(() => last('turn.yield') !== undefined, 'the yield');
  await state('user_speaking');
  await page.locator('#typed').press('Enter');
  await state('ai_speaking');
  await page.locator('#speak').focus();
  await page.keyboard.press('s');
  await until(() => last('response.cancel') !== undefined, 'the stop');
  await state('idle');
  await page.keyboard.press('?');
  assert.match(await page.locator('#keys-list').textContent(), /Yield: the agent stops/);
  await picture(page, 'keys');
  await page.locator('#keys-on').uncheck();
  await page.keyboard.press('Escape');
  await page.locator('#typed').fill('more');
  await page.locator('#typed').press('Enter');
  await state('ai_speaking');
  await page.locator('#speak').focus();
  const yields = () => fake.vip[0].log.filter(({ type }) => type === 'turn.yield').length;
  const before = yields();
  await page.keyboard.press('y');
  await page.locator('#yield').click();
  await until(() => yields() > before, 'the yield of the button, which comes after that of a key');
  assert.equal(yields(), before + 1);
});

test('open microphone sends without a button, but not during an action', async () => {
  fake.hold('spoken', 'act');
  await talk();
  await page.locator('input[value=open]').check();
  await call();
  await state('ai_speaking');
  assert.equal(last('session.initialize').mode, 'open');
  await until(() => fake.vip[0].bytesIn > 48000, 'half a second of the microphone');
  fake.vip[0].cut('user_speaking', 'input.barge_in');
  await until(async () => (await stops()).length > 0, 'the stop');
  fake.turns.push({ said: 'x', invoke: { action: 'navigate', parameters: { page: 'contact' } }, reply: 'There.' });
  fake.vip[0]['input.end']();
  await state('invoke_action');
  // What was under way when the action began may still come.
  let underWay = -1;
  await until(async () => {
    const before = fake.vip[0].bytesIn;
    await page.waitForTimeout(300);
    underWay = fake.vip[0].bytesIn;
    return underWay === before;
  }, 'the end of what was under way');
  await page.waitForTimeout(300);
  assert.equal(fake.vip[0].bytesIn, underWay, 'nothing of the microphone comes during an action');
  fake.open('act');
  fake.open('spoken');
  await state('idle');
});

test('the recovering notice stands while it is so and goes within a second', async () => {
  fake.hold('spoken');
  await talk();
  await call();
  await state('ai_speaking');
  const event = { callId: fake.sessionId, state: 'recovering', floor: 'IDLE', view: {}, sequence: 1 };
  fake.event({ ...event, type: 'degraded', diagnostics: { reason: 'recognizer_unreachable' } });
  fake.event({ ...event, callId: CALL, type: 'degraded', diagnostics: { reason: 'recognizer_unreachable' } });
  await page.locator('.recovering').waitFor();
  await page.locator('[data-notice^=recovering]').waitFor();
  assert.equal(await page.locator('[data-notice^=recovering]').count(), 1, 'the notice is about the other call');
  await picture(page, 'talk-recovering');
  assert.ok(await page.locator('#yield').isEnabled(), 'manual controls work meanwhile');
  await page.evaluate(() => {
    window.sidetone.onEvent(({ type }) => { if (type === 'recovered') { window.recoveredAt = performance.now(); } });
    const gone = () => document.querySelector('[data-notice^=recovering]') === null && document.querySelector('.recovering').hidden;
    new MutationObserver(() => { if (gone()) { window.clearedAt ??= performance.now(); } })
      .observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  fake.event({ ...event, type: 'recovered', diagnostics: { reason: 'recognizer_unreachable' } });
  fake.event({ ...event, callId: CALL, type: 'recovered', diagnostics: { reason: 'recognizer_unreachable' } });
  await page.waitForFunction(() => window.clearedAt !== undefined && window.recoveredAt !== undefined);
  assert.ok(await page.evaluate(() => window.clearedAt - window.recoveredAt) < 1000);
  await until(async () => (await heard(page)).some((words) => words.includes('Recover')), 'the announcement');
});

test('less motion where less is wanted', async () => {
  fake.hold('spoken');
  await talk({ reducedMotion: 'reduce' });
  await call();
  await state('ai_speaking');
  const animation = await page.locator('.talk-call .badge .glyph').first().evaluate((glyph) => getComputedStyle(glyph).animationName);
  assert.equal(animation, 'none');
});

test('a socket that is gone ends the call with its reason', async () => {
  fake.hold('spoken');
  await talk();
  await call();
  await state('ai_speaking');
  fake.vip[0].socket.terminate();
  await state('not_connected');
  await page.locator('[data-notice=talk-over]').waitFor();
  assert.ok(await page.locator('#start-call').isVisible());
  await until(async () => (await heard(page)).some((words) => words.includes('Not connected.')), 'the announcement');
});

test('a malformed message is told and survived', async () => {
  fake.hold('spoken');
  await talk();
  await call();
  await state('ai_speaking');
  fake.vip[0].socket.send('{not json');
  fake.vip[0].socket.send(Buffer.from([1, 2, 3]));
  fake.vip[0].send('response.audio', { turn: fake.vip[0].turn, audio: '***' });
  await page.locator('[data-notice=talk-malformed_message]').waitFor();
  await page.locator('[data-notice=talk-invalid_audio]').waitFor();
  fake.open('spoken');
  await state('idle');
});

test('the agent of the call is chosen before it', async () => {
  fake.greeting = '';
  fake.agents = ['desk', 'sales'];
  await talk();
  await page.locator('#talk-agent').selectOption('sales');
  await picture(page, 'talk-agent');
  await call();
  await state('idle');
  assert.equal(last('session.initialize').agent, 'sales');
  assert.equal(await page.locator('#talk-agent').isVisible(), false, 'not while a call goes on');
});

test('where there is one agent there is nothing to choose', async () => {
  fake.greeting = '';
  await talk();
  await call();
  await state('idle');
  assert.equal(last('session.initialize').agent, undefined);
  await page.locator('#end-call').click();
  await state('not_connected');
  assert.equal(await page.locator('#talk-agent').isVisible(), false);
});

test('everything can be done by keyboard alone', async () => {
  fake.greeting = '';
  await talk();
  const tabTo = async (id) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement.id === wanted, id)) {
        return;
      }
    }
    assert.fail(`Tab never came to ${id}`);
  };
  await tabTo('start-call');
  await page.keyboard.press('Enter');
  await state('idle');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'speak');
  await page.keyboard.press('Enter');
  await state('user_speaking');
  await page.keyboard.press('Enter');
  await until(() => last('input.end') !== undefined, 'input.end');
  await state('idle');
  await tabTo('end-call');
  await page.keyboard.press('Enter');
  await state('not_connected');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'start-call');
});
