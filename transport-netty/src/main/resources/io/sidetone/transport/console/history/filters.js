// Filters of the history: in the address, in the form, as chips, and in the question to the API. Pure.

/** Names as the API has them, with what a chip says. */
export const FILTERS = {
  text: (value) => `“${value}”`,
  state: (value) => value,
  from: (value) => `from ${value}`,
  to: (value) => `until ${value}`,
  direction: (value) => (value === 'in' ? 'calls in' : 'calls out'),
  caller: (value) => `caller ${value}`,
  called: (value) => `called ${value}`,
  agent: (value) => `agent ${value}`,
  trunk: (value) => `trunk ${value}`,
  cause: (value) => causeOf(value),
  'min-duration': (value) => `at least ${value} s`,
  interrupted: (value) => (value === 'true' ? 'interrupted' : 'never interrupted'),
};

/** CALLER_HUNG_UP → caller hung up. */
export function causeOf(cause) {
  return String(cause ?? '').toLowerCase().replaceAll('_', ' ');
}

/** The filters of an address, `#/history?state=refused`; what is no filter is left out. */
export function filtersOf(search) {
  const found = {};
  new URLSearchParams(search ?? '').forEach((value, name) => {
    if (FILTERS[name] !== undefined && value.trim() !== '') {
      found[name] = value.trim();
    }
  });
  return found;
}

/** The address of filters; those without a value are left out. */
export function addressOf(filters) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '#/history' : `#/history?${new URLSearchParams(given)}`;
}

/** The question to the API. Days are those of the reader, and the last one is meant whole. */
export function questionOf(filters, more = {}) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    const day = (name === 'from' || name === 'to') && /^\d{4}-\d{2}-\d{2}$/.test(value);
    asked.set(name, day ? instant(value, name === 'to' ? 1 : 0) : value);
  }
  return `/api/calls?${asked}`;
}

function instant(day, later) {
  const [year, month, date] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + later);
  return Number.isNaN(at.getTime()) ? day : at.toISOString();
}

/** The day of a time in the reader's zone, as a date field has it. */
export function dayOf(time) {
  const two = (n) => String(n).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}
