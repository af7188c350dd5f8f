import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { ActionRegistry, CODES, ElementNotFound } = await load('talk/actions.js');

function registry() {
  const all = new ActionRegistry();
  const page = { type: 'object', properties: { page: { enum: ['a', 'b'] } }, required: ['page'], additionalProperties: false };
  all.add('navigate', 'Shows a page.', page, ({ page: wanted }) => ({ page: wanted }));
  all.add('missing', 'Is not there.', {}, () => { throw new ElementNotFound('no button'); });
  all.add('broken', 'Fails.', {}, () => { throw new Error('bug'); });
  all.add('slow', 'Never ends.', {}, () => new Promise(() => {}));
  return all;
}

test('carries out what fits', async () => {
  assert.deepEqual(await registry().invoke('navigate', 'i1', { page: 'a' }), { invocation_id: 'i1', status: 'success', values: { page: 'a' } });
});

test('answers every failure with its fixed code', async () => {
  const all = registry();
  const code = async (id, parameters) => {
    const { status, code: told } = await all.invoke(id, 'i', parameters, 20);
    assert.equal(status, 'error');
    assert.ok(CODES.includes(told));
    return told;
  };
  assert.equal(await code('nothing', {}), 'not_registered');
  assert.equal(await code('navigate', { page: 'c' }), 'invalid_parameters');
  assert.equal(await code('navigate', { page: 'a', more: 1 }), 'invalid_parameters');
  assert.equal(await code('missing', {}), 'element_not_found');
  assert.equal(await code('broken', {}), 'failed');
  assert.equal(await code('slow', {}), 'timeout');
});

test('carries out nothing before the check', async () => {
  let ran = 0;
  const all = new ActionRegistry();
  all.add('a', 'A.', { type: 'object', properties: { n: { type: 'integer' } } }, () => { ran++; });
  await all.invoke('a', 'i', { n: 'x' });
  assert.equal(ran, 0);
});

test('is sent as id, description and schema', () => {
  assert.deepEqual(Object.keys(registry().wire()), ['navigate', 'missing', 'broken', 'slow']);
  assert.deepEqual(Object.keys(registry().wire().navigate), ['description', 'parameters']);
});

test('ids are unique and described', () => {
  const all = registry();
  assert.throws(() => all.add('navigate', 'Again.', {}, () => {}));
  assert.throws(() => all.add('x', '', {}, () => {}));
});
