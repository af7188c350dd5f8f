// Debian's Chromium with a microphone that plays a file.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RATE = 48000;

const SENTENCE = 'Excuse me, I would like to change my appointment please. Could you tell me what is free on Thursday morning?';

/** A WAV of a voice, by flite where it is here, else a voice-like buzz; Chromium repeats it. */
function microphone() {
  const spoken = join(tmpdir(), `sidetone-microphone-${process.pid}.wav`);
  if (spawnSync('flite', ['-voice', 'slt', '-t', SENTENCE, '-o', spoken]).status === 0) {
    return spoken;
  }
  const samples = RATE * 4;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    const t = i / RATE;
    let value = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic++) {
      value += Math.sin(2 * Math.PI * 130 * harmonic * t) / harmonic;
    }
    wav.writeInt16LE(Math.round(5000 * value * Math.abs(Math.sin(2 * Math.PI * 2 * t))), 44 + i * 2);
  }
  writeFileSync(spoken, wav);
  return spoken;
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
  page.setDefaultTimeout(15000);
  await page.goto(url);
  return page;
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
