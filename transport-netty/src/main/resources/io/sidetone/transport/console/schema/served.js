// Messages of the server held to the schemas that it serves itself: one contract for both sides (VEL-11).
import { problems, unsupported } from './validator.js';

/** Returns a check: message → what is wrong, or null. Where no schema is served, or it says more than is understood, all passes. */
export async function schemaCheck(path) {
  try {
    const answer = await fetch(path, { credentials: 'omit' });
    if (!answer.ok) {
      return () => null;
    }
    const schema = await answer.json();
    if (unsupported(schema).length > 0) {
      return () => null;
    }
    return (message) => {
      const found = problems(schema, message);
      return found.length === 0 ? null : `${found[0].path} ${found[0].rule}`;
    };
  } catch {
    return () => null;
  }
}
