// Debian's Chromium with a microphone that plays a file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RATE = 48000;

/** Who waits this long waits in vain: a starved machine takes many seconds for what takes a tenth of one elsewhere. */
export const LIMIT_MS = 60000;

const SENTENCE = 'Excuse me, I would like to change my appointment please. Could you tell me what is free on Thursday morning?';

const PAUSE_S = 1.5;

/** A WAV of a voice, by flite where it is here, else a voice-like buzz, and a pause: Chromium repeats it, and a turn has to end. */
function microphone() {
  const file = join(tmpdir(), `sidetone-microphone-${process.pid}.wav`);
  const spoke = spawnSync('flite', ['-voice', 'slt', '-t', SENTENCE, '-o', file]).status === 0;
  const { rate, voice } = spoke ? spoken(readFileSync(file)) : { rate: RATE, voice: buzz() };
  writeFileSync(file, wav(rate, Buffer.concat([voice, Buffer.alloc(2 * rate * PAUSE_S)])));
  return file;
}

/** What flite writes: one header of 44 bytes, then samples. */
function spoken(file) {
  return { rate: file.readUInt32LE(24), voice: file.subarray(44) };
}

function buzz() {
  const samples = Buffer.alloc(RATE * 4 * 2);
  for (let i = 0; i < samples.length / 2; i++) {
    const t = i / RATE;
    let value = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic++) {
      value += Math.sin(2 * Math.PI * 130 * harmonic * t) / harmonic;
    }
    samples.writeInt16LE(Math.round(5000 * value * Math.abs(Math.sin(2 * Math.PI * 2 * t))), i * 2);
  }
  return samples;
}

function wav(rate, samples) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export async function launch() {
  return chromium.launch({
    executablePath: process.env.SIDETONE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone()}`, '--autoplay-policy=no-user-gesture-required'],
  });
}

/** A page that fails the test for whatever its console complains about. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1320, height: 800 }, permissions: ['microphone'], reducedMotion: 'no-preference', ...options });
  await context.addInitScript(listen);
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.setDefaultTimeout(LIMIT_MS);
  await page.goto(url);
  return page;
}

export async function until(so, what) {
  const limit = Date.now() + LIMIT_MS;
  while (!(await so())) {
    assert.ok(Date.now() < limit, `waited for ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
}

/** Serious and critical violations of WCAG 2.1 AA, as text. */
export async function violations(page) {
  await page.evaluate(AXE).catch(() => page.context().newCDPSession(page));
  return page.evaluate(async () => {
    const found = await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any.map(({ message }) => message).join()}`).join(' | ')}`);
  });
}

const FOLDER = process.env.SIDETONE_SCREENSHOTS;

/** Keeps a picture where pictures are wanted. */
export async function picture(page, name, options = {}) {
  if (FOLDER !== undefined) {
    mkdirSync(FOLDER, { recursive: true });
    await page.screenshot({ path: join(FOLDER, `${name}.png`), ...options });
  }
}

/** Keeps what the live region says. */
function listen() {
  window.heard = [];
  document.addEventListener('DOMContentLoaded', () => {
    const region = document.getElementById('announcer');
    new MutationObserver(() => window.heard.push(region.textContent.replaceAll('\u00a0', ''))).observe(region, { childList: true, characterData: true, subtree: true });
  });
}

export const heard = (page) => page.evaluate(() => window.heard);
