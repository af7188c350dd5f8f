// Messages of the server held to the schemas that it serves itself: one contract for both sides (VEL-11).
import { problems, unsupported } from './validator.js';

/** A check of messages by `$defs["server." + type]` of a schema; a type that it does not name is an addition, and passes. */
export function checkOf(schema) {
  if (unsupported(schema).length > 0) {
    return () => null;
  }
  const parts = new Map();
  const partOf = (type) => {
    if (!parts.has(type)) {
      const name = `server.${type}`;
      const known = Object.hasOwn(schema.$defs ?? {}, name);
      parts.set(type, known ? { $defs: schema.$defs, $ref: `#/$defs/${name.replace(/~/g, '~0').replace(/\//g, '~1')}` } : null);
    }
    return parts.get(type);
  };
  return (message) => {
    const part = typeof message?.type === 'string' ? partOf(message.type) : null;
    const found = part === null ? [] : problems(part, message);
    return found.length === 0 ? null : `${found[0].path} ${found[0].rule}`;
  };
}

/** Returns the check by the schema at `path`; where none is served everything passes. */
export async function schemaCheck(path) {
  try {
    const answer = await fetch(path, { credentials: 'omit' });
    return answer.ok ? checkOf(await answer.json()) : () => null;
  } catch {
    return () => null;
  }
}
