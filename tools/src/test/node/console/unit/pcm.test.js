import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { base64OfPcm, floatsOfBase64, meter, pcm16 } = await load('audio/pcm.js');

test('PCM16 survives base64 and back', () => {
  const samples = Int16Array.from([0, 1, -1, 32767, -32768, 12345]);
  assert.deepEqual(Array.from(floatsOfBase64(base64OfPcm(samples)), pcm16), Array.from(samples));
});

test('loud samples are limited', () => {
  assert.equal(pcm16(1.5), 32767);
  assert.equal(pcm16(-1.5), -32768);
});

test('half a sample and no base64 are refused', () => {
  assert.throws(() => floatsOfBase64(btoa('abc')), /whole number/);
  assert.throws(() => floatsOfBase64('***'));
});

test('a meter shows 60 dB', () => {
  assert.equal(meter(0), 0);
  assert.equal(meter(1), 1);
  assert.ok(Math.abs(meter(0.001 * 10 ** 1.5) - 0.5) < 0.01);
});
