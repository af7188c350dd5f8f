import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { PlaybackRing, notAfter } = await load('audio/ring.js');
const RATE = 48000;
const QUANTUM = 128;

const ring = (prebuffer = 0) => new PlaybackRing(RATE, RATE, prebuffer);
const ones = (count) => new Float32Array(count).fill(1);

function rendered(from, quanta = 1) {
  const all = [];
  for (let i = 0; i < quanta; i++) {
    const out = new Float32Array(QUANTUM);
    const filled = from.render(out);
    all.push({ filled, out });
  }
  return all;
}

test('plays samples in their order and counts them to their turn', () => {
  const r = ring();
  r.push('16', 0, Float32Array.from({ length: 200 }, (_, i) => i / 200));
  const [first, second] = rendered(r, 2);
  assert.equal(first.filled, 128);
  assert.equal(second.filled, 72);
  assert.equal(first.out[5], Math.fround(5 / 200));
  assert.equal(second.out[71], Math.fround(199 / 200));
  assert.equal(second.out[72], 0);
  assert.equal(r.of('16').played, 200);
});

test('stops a turn within one quantum, faded, and counts what still sounded', () => {
  const r = ring();
  r.push('16', 0, ones(4800));
  rendered(r, 3);
  assert.equal(r.stop('16'), '16');
  const [fade, after] = rendered(r, 2);
  assert.equal(fade.filled, QUANTUM);
  assert.equal(fade.out[0], 1);
  assert.ok(fade.out[127] < 0.01);
  assert.ok(fade.out.every((value, i) => i === 0 || value < fade.out[i - 1]));
  assert.equal(after.filled, 0);
  assert.ok(after.out.every((value) => value === 0));
  assert.deepEqual(
    (({ played, discarded, afterStop, stopped }) => ({ played, discarded, afterStop, stopped }))(r.of('16')),
    { played: 4 * QUANTUM, discarded: 4800 - 4 * QUANTUM, afterStop: QUANTUM, stopped: true });
});

test('sounds nothing after a stop when nothing sounded before it', () => {
  const r = ring(1000);
  r.push('16', 0, ones(500));
  rendered(r, 1);
  assert.equal(r.stop('16'), '16');
  assert.equal(r.of('16').discarded, 500);
  assert.equal(rendered(r)[0].filled, 0);
  assert.equal(r.of('16').afterStop, 0);
});

test('takes nothing more of a stopped turn, and plays the next one', () => {
  const r = ring();
  r.push('16', 0, ones(480));
  r.stop('16');
  assert.equal(r.push('16', 20, ones(480)), 0);
  assert.equal(r.push('15', 20, ones(480)), 0);
  assert.equal(r.of('16').late, 480);
  assert.equal(r.push('32', 0, ones(480)), 480);
  assert.equal(rendered(r)[0].filled, QUANTUM);
  assert.equal(r.of('32').played, QUANTUM);
});

test('a stop by a later number stops the turn before it, once', () => {
  const r = ring();
  r.push('16', 0, ones(4800));
  rendered(r, 2);
  assert.equal(r.stop('20'), '16');
  assert.equal(r.stop('20'), null);
  assert.equal(r.stop('16'), null);
  assert.equal(r.of('16').stopped, true);
});

test('a stop tells the turn that was sounding when nothing of it waits', () => {
  const r = ring();
  r.push('16', 0, ones(100));
  rendered(r, 2);
  assert.equal(r.waiting, 0);
  assert.equal(r.stop('20'), '16');
});

test('a stop after the end of a turn cuts nothing short', () => {
  const r = ring();
  r.push('16', 0, ones(100));
  r.complete('16');
  rendered(r, 2);
  assert.equal(r.stop('32'), null);
  assert.equal(r.of('16').stopped, false);
});

test('keeps a later turn that waits behind a stopped one', () => {
  const r = ring();
  r.push('16', 0, ones(300));
  r.push('32', 0, new Float32Array(300).fill(0.5));
  r.stop('16');
  assert.equal(rendered(r)[0].out[0], 0.5);
});

test('waits for a small cushion, unless the turn is complete', () => {
  const r = ring(960);
  r.push('16', 0, ones(500));
  assert.equal(rendered(r)[0].filled, 0);
  r.complete('16');
  assert.equal(rendered(r)[0].filled, QUANTUM);
});

test('pauses faded, keeps the rest, and goes on faded in', () => {
  const r = ring();
  r.push('16', 0, ones(1000));
  rendered(r, 2);
  r.pause();
  const [fade, silence] = rendered(r, 2);
  assert.ok(fade.out[127] < 0.01 && fade.filled === QUANTUM);
  assert.equal(silence.filled, 0);
  r.resume();
  const [back] = rendered(r);
  assert.equal(back.out[0], 0);
  assert.ok(back.out[127] > 0.9);
  assert.equal(r.of('16').played, 4 * QUANTUM);
});

test('tells the position of the turn in its own time', () => {
  const r = ring();
  r.push('16', 1000, ones(960));
  rendered(r, 3);
  assert.equal(r.of('16').positionMs, 1008);
});

test('drops what finds no room, and counts it', () => {
  const r = new PlaybackRing(100, RATE, 0);
  assert.equal(r.push('16', 0, ones(150)), 100);
  assert.equal(r.dropped, 50);
});

test('counts an underrun in mid-turn, none at its end', () => {
  const r = ring();
  r.push('16', 0, ones(100));
  rendered(r);
  assert.equal(r.underruns, 1);
  r.complete('16');
  r.push('16', 2, ones(100));
  rendered(r);
  assert.equal(r.underruns, 1);
});

test('orders tokens as numbers, not as text', () => {
  assert.ok(notAfter('96', '112'));
  assert.ok(!notAfter('9007199254740993', '9007199254740992'));
});

test('remembers a bounded number of turns', () => {
  const r = ring();
  for (let turn = 1; turn < 200; turn++) {
    r.push(String(turn), 0, ones(1));
  }
  assert.equal(r.turns.size, 32);
});
