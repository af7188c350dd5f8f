// The text of an event stream (server-sent events), read by fetch because EventSource sends no Authorization.

/** Takes text as it comes, gives whole events: {id, event, data}; `retryMs` is what the server asked for. */
export class EventParser {
  constructor() {
    this.rest = '';
    this.event = {};
    this.retryMs = 2000;
  }

  push(text) {
    const found = [];
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (this.event.data !== undefined) {
          found.push(this.event);
        }
        this.event = {};
      } else if (!line.startsWith(':')) {
        this.field(line);
      }
    }
    return found;
  }

  field(line) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') {
      this.event.data = this.event.data === undefined ? value : `${this.event.data}\n${value}`;
    } else if (name === 'id' || name === 'event') {
      this.event[name] = value;
    } else if (name === 'retry' && /^\d+$/.test(value)) {
      this.retryMs = Number(value);
    }
  }
}
