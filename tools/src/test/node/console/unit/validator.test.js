import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { problems, unsupported } = await load('schema/validator.js');
const { checkOf } = await load('schema/served.js');
const fits = (schema, value) => problems(schema, value).length === 0;

const CASES = [
  [{ type: 'string' }, ['a', ''], [1, null, {}, []]],
  [{ type: 'integer' }, [1, -3, 2.0], [1.5, '1', NaN]],
  [{ type: 'number' }, [1.5], ['1', true]],
  [{ type: ['string', 'null'] }, ['a', null], [0]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2, uniqueItems: true }, [[1], [1, 2]], [[], [1, 2, 3], ['a'], [1, 1], {}]],
  [{ type: 'object' }, [{}], [[], null, 'a']],
  [{ enum: ['a', 1, { b: [1] }] }, ['a', 1, { b: [1] }], ['b', { b: [2] }]],
  [{ const: { a: 1 } }, [{ a: 1 }], [{ a: 1, b: 2 }, 1]],
  [{ minLength: 2, maxLength: 3 }, ['ab', 'äöü', '😀😀'], ['a', 'abcd']],
  [{ pattern: '^a+$' }, ['aa'], ['ab']],
  [{ format: 'date' }, ['2026-02-28'], ['2026-02-30', '28.2.2026', '2026-2-3']],
  [{ minimum: 1, maximum: 3, multipleOf: 1 }, [1, 3], [0, 4, 1.5]],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, [0.5], [0, 1]],
  [{ properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }, [{ a: 'x' }], [{}, { a: 1 }, { a: 'x', b: 1 }]],
  [{ patternProperties: { '^x': { type: 'integer' } }, additionalProperties: { type: 'string' } }, [{ x1: 1, y: 'a' }], [{ x1: 'a' }, { y: 1 }]],
  [{ oneOf: [{ type: 'string' }, { const: 'a' }, { type: 'integer' }] }, ['b', 1], ['a', null]],
  [{ anyOf: [{ minimum: 5 }, { const: 1 }] }, [1, 6], [2]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [3, 0]],
  [{ not: { type: 'string' } }, [1], ['a']],
  [{ if: { const: 1 }, then: { type: 'integer' }, else: { type: 'string' } }, [1, 'a'], [2]],
  [{ $defs: { n: { type: 'integer' } }, $ref: '#/$defs/n' }, [1], ['a']],
  [{ $ref: '#/$defs/none' }, [], [1]],
  [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [[1], [1, 2]], [[2], [1, 1]]],
  [{ contains: { const: 1 } }, [[2, 1]], [[2]]],
  [{ dependentRequired: { a: ['b'] } }, [{ a: 1, b: 1 }, { b: 1 }], [{ a: 1 }]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 1 }]],
  [true, [1], []],
  [false, [], [1]],
];

for (const [schema, good, bad] of CASES) {
  test(`holds values to ${JSON.stringify(schema)}`, () => {
    good.forEach((value) => assert.ok(fits(schema, value), JSON.stringify(value)));
    bad.forEach((value) => assert.ok(!fits(schema, value), JSON.stringify(value)));
  });
}

test('says where and what', () => {
  const schema = { properties: { a: { items: { type: 'string' } } }, required: ['b'] };
  assert.deepEqual(problems(schema, { a: ['x', 1] }), [
    { path: '/b', rule: 'is required' },
    { path: '/a/1', rule: 'must be string' },
  ]);
});

test('names of the prototype are no properties', () => {
  assert.ok(!fits({ required: ['toString'] }, {}));
  assert.ok(!fits({ additionalProperties: false }, JSON.parse('{"__proto__": 1}')));
});

test('a schema that holds itself comes to an end', () => {
  const schema = { $defs: { n: { $ref: '#/$defs/n' } }, $ref: '#/$defs/n' };
  assert.equal(problems(schema, 1)[0].rule, 'is nested too deep');
});

test('holds messages to the definition of their type', () => {
  const state = { type: 'object', properties: { type: { const: 'state' }, payload: { $ref: '#/$defs/value' } }, required: ['payload'] };
  const check = checkOf({ $defs: { 'server.state': state, value: { properties: { value: { enum: ['idle'] } } } } });
  assert.equal(check({ type: 'state', payload: { value: 'idle' } }), null);
  assert.equal(check({ type: 'state', payload: { value: 'singing' } }), '/payload/value must be one of "idle"');
  assert.equal(check({ type: 'state' }), '/payload is required');
  assert.equal(check({ type: 'an.addition' }), null);
  assert.equal(check(null), null);
});

test('tells what it does not know instead of passing it', () => {
  assert.deepEqual(unsupported({ properties: { a: { unevaluatedProperties: false } } }), ['unevaluatedProperties']);
  assert.deepEqual(unsupported({ type: 'object', properties: { type: { type: 'string' } } }), []);
});
