// The server's HTTP API with the token of this tab.
import { EventParser } from './sse.js';

const KEY = 'sidetone.token';
const MAX_WAIT_MS = 15000;

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(status, detail, state) {
    super(detail);
    this.status = status;
    this.state = state;
  }
}

export class Api {
  /** @param {Function} askForToken called when the server wants one; resolves when there is one to try */
  constructor(askForToken) {
    this.askForToken = askForToken;
  }

  get token() {
    return sessionStorage.getItem(KEY) ?? '';
  }

  set token(value) {
    if (value === '') {
      sessionStorage.removeItem(KEY);
    } else {
      sessionStorage.setItem(KEY, value);
    }
  }

  async fetch(path, options = {}) {
    for (;;) {
      const headers = { ...options.headers };
      const used = this.token;
      if (used !== '') {
        headers.Authorization = `Bearer ${used}`;
      }
      const answer = await fetch(path, { ...options, headers, cache: 'no-store', credentials: 'omit' });
      if (answer.status !== 401) {
        return answer;
      }
      if (this.token === used) {
        await this.askForToken(used !== '');
      }
    }
  }

  async json(path, options) {
    const answer = await this.fetch(path, options);
    const body = await answer.json().catch(() => ({}));
    if (!answer.ok) {
      throw new Refused(answer.status, body.detail ?? `the server answered ${answer.status}`, body.state);
    }
    return body;
  }

  get(path) {
    return this.json(path);
  }

  post(path, body) {
    return this.json(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }

  delete(path) {
    return this.json(path, { method: 'DELETE' });
  }

  /** Reads a file and has the browser save it as `name`. */
  async save(path, name) {
    const answer = await this.fetch(path);
    if (!answer.ok) {
      throw new Refused(answer.status, (await answer.json().catch(() => ({}))).detail ?? `the server answered ${answer.status}`);
    }
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  /** Reads the stream of turn events until `signal` aborts, coming back after every loss. */
  async events(path, signal, onEvent, onState) {
    let wait = 0;
    while (!signal.aborted) {
      const parser = new EventParser();
      try {
        const answer = await this.fetch(path, { signal });
        if (!answer.ok) {
          if (answer.status === 409 || answer.status === 404) {
            onState('ended');
            return;
          }
          throw new Error(`the event stream answered ${answer.status}`);
        }
        onState('open');
        wait = 0;
        await this.read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), parser, onEvent);
      } catch (error) {
        if (signal.aborted) {
          return;
        }
      }
      onState('lost');
      wait = Math.min(MAX_WAIT_MS, Math.max(parser.retryMs / 4, wait * 2));
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }

  async read(reader, parser, onEvent) {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        return;
      }
      for (const event of parser.push(value)) {
        try {
          onEvent(JSON.parse(event.data).payload);
        } catch {
          // One event that is no JSON does not end the stream.
        }
      }
    }
  }
}
