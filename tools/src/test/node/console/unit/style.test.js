import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { CONSOLE_PATH } from '../modules.js';

/** Names for scripts and tests only. */
const UNSTYLED = new Set(['call', 'facts', 'given', 'tick', 'took', 'word']);

const files = (ending) => readdirSync(CONSOLE_PATH, { recursive: true }).filter((name) => name.endsWith(ending))
  .map((name) => readFileSync(join(CONSOLE_PATH, name), 'utf8'));

test('every class that a view gives has a rule', () => {
  const given = new Set(files('.js').flatMap((text) => [...text.matchAll(/class: '([^']*)'/g)]).flatMap(([, names]) => names.split(' ')));
  const ruled = new Set(files('.css').flatMap((text) => [...text.matchAll(/\.([a-z][a-z0-9-]*)/g)]).map(([, name]) => name));
  assert.ok(given.size > 50, `${given.size} classes found`);
  assert.deepEqual([...given].filter((name) => !ruled.has(name) && !UNSTYLED.has(name)), []);
});
