import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { load } from '../modules.js';

const { Announcer } = await load('shell/announcer.js');

test('tells the last of quick states, and everything that happened', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const element = { textContent: '' };
  const announcer = new Announcer(element);
  announcer.now('Processing.');
  announcer.now('Action.');
  announcer.say('Done: navigate.');
  announcer.now('Speaking.');
  assert.equal(element.textContent, '');
  mock.timers.tick(120);
  assert.equal(element.textContent, 'Done: navigate. Speaking.');
  announcer.now('Speaking.');
  mock.timers.tick(120);
  assert.equal(element.textContent, 'Speaking.');
  announcer.now('Speaking.');
  mock.timers.tick(120);
  assert.equal(element.textContent, 'Speaking.\u00a0');
  mock.timers.reset();
});
