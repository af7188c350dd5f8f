// The part of JSON Schema (2020-12) that action registries and this server's message schemas use. No code is generated.
// What it does not know is refused by `unsupported`, so that a schema is never taken for checked when it was not.

const APPLICATORS = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const KNOWN = new Set([
  '$schema', '$id', '$defs', 'definitions', '$ref', '$comment', 'title', 'description', 'default', 'examples', 'deprecated',
  'readOnly', 'writeOnly', 'type', 'enum', 'const', 'properties', 'patternProperties', 'required', 'additionalProperties', 'minProperties',
  'maxProperties', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minLength', 'maxLength', 'pattern', 'format',
  'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'allOf', 'anyOf', 'oneOf', 'not', 'if',
  'then', 'else', 'contentEncoding', 'contentMediaType', 'dependentRequired', 'propertyNames']);
const MAX_DEPTH = 32;

/** Keywords of `schema` that are not checked here; empty for a schema that is wholly understood. */
export function unsupported(schema, depth = 0) {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) {
    return depth > MAX_DEPTH ? ['(deeper than 32)'] : [];
  }
  const found = [];
  for (const [key, value] of Object.entries(schema)) {
    if (!KNOWN.has(key)) {
      found.push(key);
    } else if (APPLICATORS.has(key)) {
      Object.values(value).forEach((each) => found.push(...unsupported(each, depth + 1)));
    } else if (['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].includes(key)) {
      found.push(...unsupported(value, depth + 1));
    } else if (['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(key)) {
      value.forEach((each) => found.push(...unsupported(each, depth + 1)));
    }
  }
  return found;
}

/** What is wrong with `value`: a list of {path, rule}; empty when it fits. */
export function problems(schema, value) {
  const found = [];
  check(schema, value, '', { root: schema, found, depth: 0 });
  return found;
}

function check(schema, value, path, at) {
  if (schema === true || schema === undefined) {
    return;
  }
  const say = (rule) => at.found.push({ path: path || '(root)', rule });
  if (schema === false) {
    say('is not allowed');
    return;
  }
  if (at.depth > MAX_DEPTH) {
    say('is nested too deep');
    return;
  }
  const inner = { ...at, depth: at.depth + 1 };
  if (schema.$ref !== undefined) {
    check(resolve(at.root, schema.$ref), value, path, inner);
  }
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOf(type, value))) {
    say(`must be ${[schema.type].flat().join(' or ')}`);
    return;
  }
  if (schema.const !== undefined && !same(schema.const, value)) {
    say(`must be ${JSON.stringify(schema.const)}`);
  }
  if (schema.enum !== undefined && !schema.enum.some((each) => same(each, value))) {
    say(`must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`);
  }
  if (typeof value === 'string') {
    text(schema, value, say);
  } else if (typeof value === 'number') {
    number(schema, value, say);
  } else if (Array.isArray(value)) {
    list(schema, value, path, inner, say);
  } else if (value !== null && typeof value === 'object') {
    object(schema, value, path, inner, say);
  }
  combined(schema, value, path, inner, say);
}

function text(schema, value, say) {
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) {
    say(`must have at least ${schema.minLength} characters`);
  }
  if (length > (schema.maxLength ?? Infinity)) {
    say(`must have at most ${schema.maxLength} characters`);
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) {
    say(`must match ${schema.pattern}`);
  }
  if (FORMATS[schema.format] !== undefined && !FORMATS[schema.format](value)) {
    say(`must be a ${schema.format}`);
  }
}

const FORMATS = {
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true,
  time: (value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?/.test(value),
  'date-time': (value) => /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)),
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
};

function number(schema, value, say) {
  if (value < (schema.minimum ?? -Infinity)) {
    say(`must be at least ${schema.minimum}`);
  }
  if (value > (schema.maximum ?? Infinity)) {
    say(`must be at most ${schema.maximum}`);
  }
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) {
    say(`must be more than ${schema.exclusiveMinimum}`);
  }
  if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) {
    say(`must be less than ${schema.exclusiveMaximum}`);
  }
  if (schema.multipleOf !== undefined && !Number.isInteger(value / schema.multipleOf)) {
    say(`must be a multiple of ${schema.multipleOf}`);
  }
}

function list(schema, value, path, at, say) {
  if (value.length < (schema.minItems ?? 0)) {
    say(`must have at least ${schema.minItems} items`);
  }
  if (value.length > (schema.maxItems ?? Infinity)) {
    say(`must have at most ${schema.maxItems} items`);
  }
  if (schema.uniqueItems === true && value.some((each, i) => value.slice(0, i).some((other) => same(each, other)))) {
    say('must not repeat an item');
  }
  if (schema.contains !== undefined && !value.some((each) => fits(schema.contains, each, at))) {
    say('must contain an item of the given kind');
  }
  const prefix = schema.prefixItems ?? [];
  value.forEach((each, i) => check(prefix[i] ?? schema.items, each, `${path}/${i}`, at));
}

function object(schema, value, path, at, say) {
  const keys = Object.keys(value);
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) {
      at.found.push({ path: `${path}/${name}`, rule: 'is required' });
    }
  }
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    for (const other of Object.hasOwn(value, name) ? needed : []) {
      if (!Object.hasOwn(value, other)) {
        at.found.push({ path: `${path}/${other}`, rule: `is required with ${name}` });
      }
    }
  }
  if (keys.length < (schema.minProperties ?? 0) || keys.length > (schema.maxProperties ?? Infinity)) {
    say('has a wrong number of properties');
  }
  const properties = schema.properties ?? {};
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of keys) {
    const here = `${path}/${name}`;
    let known = false;
    if (Object.hasOwn(properties, name)) {
      known = true;
      check(properties[name], value[name], here, at);
    }
    for (const [pattern, each] of patterns) {
      if (new RegExp(pattern, 'u').test(name)) {
        known = true;
        check(each, value[name], here, at);
      }
    }
    if (!known && schema.additionalProperties === false) {
      at.found.push({ path: here, rule: 'is not a known property' });
    } else if (!known) {
      check(schema.additionalProperties, value[name], here, at);
    }
    check(schema.propertyNames, name, here, at);
  }
}

function combined(schema, value, path, at, say) {
  for (const each of schema.allOf ?? []) {
    check(each, value, path, at);
  }
  if (schema.anyOf !== undefined && !schema.anyOf.some((each) => fits(each, value, at))) {
    say('fits none of the allowed forms');
  }
  if (schema.oneOf !== undefined) {
    const count = schema.oneOf.filter((each) => fits(each, value, at)).length;
    if (count !== 1) {
      say(count === 0 ? 'fits none of the allowed forms' : 'fits more than one form');
    }
  }
  if (schema.not !== undefined && fits(schema.not, value, at)) {
    say('is of a form that is not allowed');
  }
  if (schema.if !== undefined) {
    check(fits(schema.if, value, at) ? schema.then : schema.else, value, path, at);
  }
}

function fits(schema, value, at) {
  const found = [];
  check(schema, value, '', { ...at, found });
  return found.length === 0;
}

function resolve(root, ref) {
  if (ref === '#') {
    return root;
  }
  if (!ref.startsWith('#/')) {
    return false;
  }
  let here = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) {
      return false;
    }
    here = here[key];
  }
  return here;
}

function isOf(type, value) {
  switch (type) {
    case 'null': return value === null;
    case 'array': return Array.isArray(value);
    case 'object': return value !== null && typeof value === 'object' && !Array.isArray(value);
    case 'integer': return Number.isInteger(value);
    case 'number': return typeof value === 'number' && Number.isFinite(value);
    default: return typeof value === type;
  }
}

function same(a, b) {
  if (a === b) {
    return true;
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a) !== Array.isArray(b)) {
    return false;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}
