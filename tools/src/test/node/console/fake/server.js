// Stands in for the server where a test wants a certain moment to last: the real files and the real headers, invented calls.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { CONSOLE_PATH } from '../modules.js';
import { detail, found, kept, keptDetail, live, recording } from './calls.js';
import { FakeVip } from './vip.js';

const TYPES = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";
const MOCKED = ['[mocked assistant] ', 'This is a deterministic mocked response from the gateway vertical slice.'];

export class FakeServer {
  constructor() {
    this.token = '';
    this.calls = live();
    this.greeting = 'Good morning, this is the practice desk. How can I help you?';
    this.sessionId = '01K9MAYQ3B0TTQ8V1C9ZN6D4XZ';
    this.held = new Map();
    this.turns = [];
    this.posted = [];
    this.asked = [];
    this.kept = kept();
    this.trunks = [];
    this.agents = ['desk'];
    this.unknown = false;
    this.facts = {};
    this.vip = [];
    this.streams = new Set();
  }

  async start() {
    this.http = createServer((request, response) => this.answer(request, response));
    const sockets = new WebSocketServer({ noServer: true });
    this.http.on('upgrade', (request, socket, head) => {
      const path = request.url.split('?')[0];
      sockets.handleUpgrade(request, socket, head, (ws) => (path === '/vip' ? this.vip.push(new FakeVip(ws, this)) : this.vela(ws)));
    });
    await new Promise((resolve) => {
      this.http.listen(0, '127.0.0.1', resolve);
    });
    this.url = `http://127.0.0.1:${this.http.address().port}`;
    return this;
  }

  close() {
    this.http.closeAllConnections();
    this.http.close();
  }

  /** Whoever comes to one of these moments waits there until it is opened. */
  hold(...moments) {
    for (const moment of moments) {
      let open;
      const wait = new Promise((resolve) => { open = resolve; });
      this.held.set(moment, { wait, open });
    }
  }

  open(moment) {
    this.held.get(moment)?.open();
    this.held.delete(moment);
  }

  async pass(moment) {
    await this.held.get(moment)?.wait;
  }

  /** What the next turn of a /vip caller leads to. */
  next() {
    return this.turns.shift() ?? { said: 'hello', reply: 'Hello to you.' };
  }

  /** Tells every subscriber of an event. */
  event(payload) {
    for (const stream of this.streams) {
      stream.write(`id: x/1\ndata: ${JSON.stringify({ type: 'voicepilot.turn.event', payload })}\n\n`);
    }
  }

  answer(request, response) {
    const [path, query = ''] = request.url.split('?');
    const json = (status, body) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (path.startsWith('/schemas/')) {
      json(200, {});
    } else if (path === '/readyz') {
      json(200, { ready: true, reasons: [] });
    } else if (path.startsWith('/api/')) {
      if (this.token !== '' && request.headers.authorization !== `Bearer ${this.token}`) {
        json(401, { detail: 'the token is not the one of http.token' });
        return;
      }
      this.api(request, response, path, query, json);
    } else {
      this.file(path === '/' ? 'index.html' : path.replace('/console/', ''), response, json);
    }
  }

  api(request, response, path, query, json) {
    if (path === '/api/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('retry: 400\n: events\n\n');
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
    } else if (path === '/api/policies') {
      json(200, { policies: [{ name: 'default', profile: 'default' }, { name: 'hands-free', profile: 'hands-free' }, { name: 'front-desk', profile: 'assertive' }] });
    } else if (path === '/api/agents') {
      json(200, { agents: this.agents });
    } else if (path === '/api/trunks') {
      json(200, { trunks: this.trunks });
    } else if (path === '/api/calls' && request.method === 'GET') {
      this.asked.push(query);
      json(200, query === '' ? { calls: this.calls } : found(query, this.kept));
    } else if (path.endsWith('/recording') && request.method === 'GET') {
      const bytes = recording();
      const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      response.writeHead(206, { 'Content-Type': 'audio/wav', 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`, 'Content-Length': bytes.length - from });
      response.end(bytes.subarray(from));
    } else if (path.endsWith('/timeline') && request.method === 'GET') {
      json(200, { levels: detail().levels });
    } else if (request.method === 'GET' && path.startsWith('/api/calls/')) {
      const kept = this.kept.find(({ callId }) => path === `/api/calls/${callId}`);
      if (kept !== undefined) {
        json(200, { ...keptDetail(kept), ...this.facts });
      } else if (this.unknown) {
        json(404, { detail: 'there is no call x' });
      } else {
        json(200, { ...detail(), ...this.facts });
      }
    } else {
      let body = '';
      request.on('data', (piece) => { body += piece; });
      request.on('end', () => {
        this.posted.push({ method: request.method, path, body: body === '' ? null : JSON.parse(body) });
        json(202, { callId: 'x', state: 'SPEAKING', ephemeral_key: 'ephemeral' });
      });
    }
  }

  file(name, response, json) {
    try {
      const body = readFileSync(CONSOLE_PATH + name);
      response.writeHead(200, { 'Content-Type': TYPES[name.split('.').at(-1)] ?? 'text/plain', 'Content-Security-Policy': POLICY });
      response.end(body);
    } catch {
      json(404, { detail: 'nothing here' });
    }
  }

  /** The document's mocked turn, which can be held after its first words. */
  vela(socket) {
    this.velaSocket = socket;
    const send = (type, payload = {}) => socket.send(JSON.stringify({ type, payload }));
    let turn = 0;
    let chunks = 0;
    const later = async (steps) => {
      const mine = ++turn;
      for (const [type, payload] of steps) {
        if (mine === turn) {
          send(type, payload);
        }
        if (type === 'response.text.delta') {
          await this.pass('vela');
        }
      }
    };
    const reply = (first) => [...first, ['session.state', { value: 'thinking' }], ['session.state', { value: 'speaking' }],
      ...MOCKED.map((text) => ['response.text.delta', { text }]), ['response.completed', {}], ['session.state', { value: 'idle' }]];
    send('session.ready', { sessionId: 'S' });
    send('session.state', { value: 'idle' });
    socket.on('message', (data) => {
      const { type } = JSON.parse(data);
      if (type === 'mocked.turn.trigger') {
        send('session.state', { value: 'listening' });
        later(reply([['transcript.final', { text: '[mocked user] What is the current mocked vertical slice?' }]]));
      } else if (type === 'input_audio.append') {
        chunks++;
        send('session.state', { value: 'listening' });
        send('transcript.partial', { text: '[mocked partial] Placeholder push-to-talk transcript in progress.' });
      } else if (type === 'input_audio.commit') {
        later(reply([['transcript.final', { text: `[mocked final] Placeholder push-to-talk transcript completed from ${chunks} appended chunk(s).` }]]));
        chunks = 0;
      } else if (type === 'response.cancel') {
        turn++;
        send('session.state', { value: 'idle' });
      }
    });
  }
}
