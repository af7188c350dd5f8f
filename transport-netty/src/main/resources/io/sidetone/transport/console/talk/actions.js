// Actions of a page: what it offers, and the check that stands before anything is carried out (VIP 5.3).
import { problems } from '../schema/validator.js';

/** The fixed codes of an action's failure (VIP-09). */
export const CODES = ['not_registered', 'invalid_parameters', 'element_not_found', 'timeout', 'cancelled', 'failed'];

const TIME_LIMIT_MS = 5000;

/** Something in the page that an action needs is not there. */
export class ElementNotFound extends Error {}

/** Actions by id; each has a description, a schema and what it does. */
export class ActionRegistry {
  constructor() {
    this.actions = new Map();
  }

  /** @param {Function} run takes checked parameters; may be asynchronous; what it returns becomes `values` */
  add(id, description, parameters, run) {
    if (this.actions.has(id) || description === '') {
      throw new Error(`action ${id}: ids are unique and a description is required`);
    }
    this.actions.set(id, { description, parameters, run });
  }

  /** The registry as it is sent: id → {description, parameters}. */
  wire() {
    const all = {};
    for (const [id, { description, parameters }] of this.actions) {
      all[id] = { description, parameters };
    }
    return all;
  }

  /** Carries out an invocation; always returns the payload of an action.result. */
  async invoke(id, invocation, parameters, timeLimitMs = TIME_LIMIT_MS) {
    const failed = (code, message) => ({ invocation_id: invocation, status: 'error', code, message });
    const action = this.actions.get(id);
    if (action === undefined) {
      return failed('not_registered', `this page has no action '${id}'`);
    }
    const wrong = problems(action.parameters, parameters);
    if (wrong.length > 0) {
      return failed('invalid_parameters', wrong.map(({ path, rule }) => `${path} ${rule}`).join('; '));
    }
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(failed('timeout', `'${id}' did not end within ${timeLimitMs} ms`)), timeLimitMs);
    });
    try {
      return await Promise.race([late, this.run(action, invocation, parameters)]);
    } catch (error) {
      return failed(error instanceof ElementNotFound ? 'element_not_found' : 'failed', error.message);
    } finally {
      clearTimeout(timer);
    }
  }

  async run(action, invocation, parameters) {
    const values = await action.run(parameters);
    return { invocation_id: invocation, status: 'success', ...(values === undefined ? {} : { values }) };
  }
}
