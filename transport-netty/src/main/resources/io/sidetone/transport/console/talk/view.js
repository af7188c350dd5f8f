// Talk: a call from this browser, with the page that the agent can drive beside it.
import { desk } from '../demo/desk.js';
import { schemaCheck } from '../schema/served.js';
import { badge } from '../shell/badge.js';
import { h, icon, keyed, mark, usable, write } from '../shell/dom.js';
import { stateOf } from '../shell/states.js';
import { CallFacts } from './facts.js';
import { meter } from './meter.js';
import { initial } from './protocol.js';
import { Session } from './session.js';

const HOLD_MS = 350;
const HINTS = {
  not_connected: 'Start a call. The browser asks for the microphone.',
  connecting: 'The call is being set up.',
  idle: 'Tap to speak, or hold the space bar.',
  user_speaking: 'Speak. Release or tap again when you are done.',
  ai_thinking: 'The agent is about to answer. You can interrupt.',
  ai_speaking: 'The agent speaks. Tap or press space to interrupt.',
  invoke_action: 'The agent is doing something on the page.',
};
/** What is a reason to ask for the facts of the call again. */
const TOLD = new Set(['state', 'invoke', 'acted', 'cancelled', 'over']);
const OPEN_HINTS = {
  idle: 'The microphone is open. Just speak.',
  user_speaking: 'The agent listens.',
  ai_speaking: 'The agent speaks. Just speak to interrupt.',
};

export function talkView(app) {
  const view = new TalkView(app);
  return { element: view.element, close: () => view.close() };
}

class TalkView {
  constructor(app) {
    this.app = app;
    this.mode = 'ptt';
    this.session = null;
    this.model = initial();
    this.desk = desk(() => this.session?.narrate());
    this.microphone = meter('Your microphone');
    this.agent = meter('The agent');
    this.facts = new CallFacts(app.api);
    this.build();
    this.bind();
    this.render();
    app.talk = this;
    this.leave = app.onEvent((event) => this.turnEvent(event));
    schemaCheck('/schemas/vip-1.schema.json').then((check) => { this.check = check; });
  }

  build() {
    this.badge = badge();
    this.orb = h('div', { class: 'orb', 'aria-hidden': 'true' }, h('span', { class: 'halo' }), h('span', { class: 'shape' }), icon('not_connected', 'glyph'));
    this.hint = h('p', { class: 'hint', id: 'talk-hint' });
    this.recovering = h('p', { class: 'recovering', role: 'status', hidden: true }, icon('recovering'), 'Recovering: the buttons and typing still work.');
    this.called = h('select', { id: 'talk-agent' }, h('option', { value: '' }, 'The usual one'));
    this.choose = h('label', { class: 'inline', hidden: true }, 'Agent ', this.called);
    this.app.api.get('/api/agents').then(({ agents }) => {
      this.called.append(...agents.map((name) => h('option', { value: name }, name)));
      this.known = agents.length;
      this.render();
    }).catch(() => {});
    this.start = h('button', { type: 'button', class: 'primary', id: 'start-call', onclick: () => this.begin() }, icon('phone'), 'Start a call');
    this.talk = h('button', { type: 'button', class: 'speak', id: 'speak', 'data-space-speaks': true, 'aria-describedby': 'talk-hint', 'aria-keyshortcuts': 'Space' },
      icon('mic'), h('span', null, 'Tap to speak'), h('kbd', null, 'Space'));
    this.stop = h('button', { type: 'button', id: 'stop', 'aria-keyshortcuts': 's', onclick: () => this.stopNow() }, icon('stop'), 'Stop', h('kbd', null, 'S'));
    this.yield = h('button', { type: 'button', id: 'yield', 'aria-keyshortcuts': 'y', onclick: () => this.yieldNow() }, icon('yielding'), 'Yield', h('kbd', null, 'Y'));
    this.end = h('button', { type: 'button', class: 'danger', id: 'end-call', onclick: () => this.session?.hangUp() }, icon('hangup'), 'Hang up');
    this.modes = ['ptt', 'open'].map((mode) =>
      h('label', null, h('input', { type: 'radio', name: 'mode', value: mode, checked: mode === this.mode, onchange: () => this.setMode(mode) }),
        mode === 'ptt' ? 'Push to talk' : 'Open microphone'));
    this.said = h('ol', { class: 'said', tabindex: '0', 'aria-label': 'Transcript' });
    this.partial = h('p', { class: 'line live', 'data-role': 'user', hidden: true });
    this.typed = h('input', { type: 'text', id: 'typed', maxlength: '500', autocomplete: 'off', placeholder: 'Or type' });
    this.played = h('output', { class: 'sub', id: 'played' });
    const typing = h('form', { class: 'row say', onsubmit: (event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      if (text !== '' && this.session !== null) {
        this.session.type(text);
        this.typed.value = '';
      }
    } }, h('label', { class: 'unseen', for: 'typed' }, 'Type to the agent'), this.typed, h('button', { type: 'submit', id: 'type-send' }, 'Send'));
    this.typing = typing;
    this.element = h('section', { class: 'page talk' },
      h('div', { class: 'talk-call' },
        h('header', { class: 'row' }, h('h1', null, 'Talk'), h('span', { class: 'grow' }), this.badge.element),
        this.orb, this.hint, this.recovering,
        this.choose, h('div', { class: 'talk-buttons' }, this.start, this.talk, this.stop, this.yield, this.end),
        h('fieldset', { class: 'modes' }, h('legend', { class: 'unseen' }, 'Microphone'), ...this.modes),
        h('div', { class: 'meters' },
          h('span', { class: 'sub' }, 'You'), this.microphone.element,
          h('span', { class: 'sub' }, 'Agent'), this.agent.element),
        this.played),
      h('div', { class: 'talk-words' }, h('h2', null, 'Transcript'), this.said, this.partial, typing, this.facts.element),
      this.desk.element);
  }

  bind() {
    const down = (event) => {
      if (event.type === 'keydown' && (event.key !== ' ' && event.key !== 'Enter' || event.repeat)) {
        return;
      }
      if (event.type === 'keydown') {
        event.preventDefault();
        event.stopPropagation();
      }
      this.pressSpeak();
    };
    const up = (event) => {
      if (event.type !== 'keyup' || event.key === ' ' || event.key === 'Enter') {
        this.releaseSpeak();
      }
    };
    this.talk.addEventListener('pointerdown', (event) => { this.talk.setPointerCapture(event.pointerId); down(event); });
    this.talk.addEventListener('pointerup', up);
    this.talk.addEventListener('pointercancel', up);
    this.talk.addEventListener('keydown', down);
    this.talk.addEventListener('keyup', up);
    this.app.shortcuts.bind({
      ' ': { down: () => this.pressSpeak(), up: () => this.releaseSpeak(), label: 'Hold to speak; or press once, and silence or the next press ends it' },
      y: { down: () => this.yieldNow(), label: 'Yield: the agent stops speaking and listens' },
      s: { down: () => this.stopNow(), label: 'Stop: the agent stops and waits' },
      m: { down: () => this.setMode(this.mode === 'ptt' ? 'open' : 'ptt'), label: 'Push to talk, or open microphone' },
    });
  }

  async begin() {
    this.start.disabled = true;
    this.app.notices.clear('talk-over');
    let url;
    try {
      url = await this.address();
    } catch (error) {
      this.start.disabled = false;
      this.app.notices.show('talk-key', 'bad', 'No key for the call', error.message);
      return;
    }
    const session = new Session({
      url,
      agent: this.called.value,
      mode: this.mode,
      locale: navigator.language,
      userId: 'console',
      narrated: () => this.desk.narrated(),
      registry: this.desk.registry,
      check: this.check,
    }, {
      changed: (model) => { this.model = model; this.render(); },
      effect: (effect) => this.effect(effect),
      levels: (levels) => this.levels(levels),
    });
    this.session = session;
    try {
      this.wantsFocus = true;
      await session.start();
    } catch (error) {
      this.effect({ kind: 'fault', code: 'devices', message: error.message });
      session.end();
      this.over();
    }
  }

  /** Where to call; with a short-lived key where the server has a token, for a browser sends no header with a WebSocket. */
  async address() {
    const url = new URL('/vip', location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.app.api.token !== '') {
      const { ephemeral_key: key } = await this.app.api.post('/api/tokens', this.called.value === '' ? {} : { agent: this.called.value });
      url.searchParams.set('token', key);
    }
    return url;
  }

  /** Down: speak at once. A short press leaves the microphone open, a long one closes it on release. */
  pressSpeak() {
    if (this.session === null) {
      return;
    }
    this.pressedAt = performance.now();
    if (this.session.capturing) {
      this.closing = true;
      return;
    }
    this.closing = false;
    this.session.speak('ptt');
    this.render();
  }

  releaseSpeak() {
    if (this.session === null || this.pressedAt === undefined) {
      return;
    }
    const short = performance.now() - this.pressedAt < HOLD_MS;
    this.pressedAt = undefined;
    if (this.closing || !short) {
      this.session.release();
    } else {
      this.session.tapped();
    }
    this.closing = false;
    this.render();
  }

  setMode(mode) {
    this.mode = mode;
    this.modes.forEach((label) => { label.firstElementChild.checked = label.firstElementChild.value === mode; });
    this.session?.setMode(mode);
    this.app.announcer.say(mode === 'open' ? 'Open microphone.' : 'Push to talk.');
    this.render();
  }

  stopNow() {
    if (this.session !== null) {
      this.session.cancel();
    }
  }

  yieldNow() {
    if (this.session !== null) {
      this.session.yieldTurn();
    }
  }

  effect(effect) {
    const { app } = this;
    if (TOLD.has(effect.kind)) {
      this.facts.soon();
    }
    switch (effect.kind) {
      case 'ready':
        // Not before: the session has an id from its first message, and the API knows the call from here on.
        this.facts.follow(this.model.sessionId);
        break;
      case 'state':
        app.announcer.now(`${stateOf(effect.value).label}.`);
        break;
      case 'fault':
        app.notices.show(`talk-${effect.code}`, effect.fatal ? 'bad' : 'warn', effect.fatal ? 'The call failed' : 'The server refused something',
          effect.message || effect.code.replaceAll('_', ' '));
        break;
      case 'microphone':
        app.notices.show('microphone', 'warn', 'No microphone', `The browser said ${effect.reason}. You can listen and type.`, true);
        break;
      case 'gap':
        app.notices.show('gap', 'warn', 'Messages were missed', `${effect.missed} of the server's messages did not arrive.`);
        break;
      case 'cancelled':
        this.acted({ action: effect.action, result: { invocation_id: effect.invocation, status: 'error', code: 'cancelled' } });
        break;
      case 'acted':
        this.acted(effect);
        break;
      case 'stopped':
        this.showStop(effect.account);
        break;
      case 'over':
        this.over(effect.reason);
        break;
    }
  }

  acted({ action, result }) {
    this.lastAction = { action, ...result };
    this.app.announcer.say(result.status === 'success' ? `Done: ${action.replaceAll('_', ' ')}.` : `Failed: ${action.replaceAll('_', ' ')}.`);
    this.results = new Map([...(this.results ?? []), [result.invocation_id, result]]);
    this.render();
  }

  showStop({ played, discarded, afterStop }) {
    const rate = this.session?.devices.context?.sampleRate ?? 48000;
    const ms = (samples) => `${Math.round((samples * 1000) / rate)} ms`;
    write(this.played, `Last turn stopped after ${ms(played)}; ${ms(discarded)} never sounded; faded out in ${afterStop} samples.`);
  }

  over(reason) {
    this.session = null;
    this.pressedAt = undefined;
    this.microphone.show(0);
    this.agent.show(0);
    mark(this.recovering, 'hidden', true);
    this.app.notices.clear('microphone');
    if (reason !== undefined && reason !== 'hung up') {
      this.app.notices.show('talk-over', 'info', 'The call is over', reason.replaceAll('_', ' '));
    }
    this.model = { ...this.model, state: 'not_connected' };
    this.app.announcer.now('Not connected.');
    this.render();
    if (!this.element.contains(document.activeElement) || document.activeElement.disabled) {
      this.start.focus();
    }
  }

  turnEvent(event) {
    if (event.callId === this.model.sessionId) {
      this.facts.soon();
      if (event.type === 'degraded') {
        mark(this.recovering, 'hidden', null);
      } else if (event.type === 'recovered') {
        mark(this.recovering, 'hidden', true);
      }
    }
  }

  levels({ microphone, agent }) {
    this.microphone.show(microphone);
    this.agent.show(agent);
    const level = this.model.state === 'ai_speaking' ? this.agent.level : this.model.state === 'user_speaking' ? this.microphone.level : 0;
    this.orb.style.setProperty('--level', level.toFixed(3));
  }

  render() {
    const { state } = this.model;
    const overlays = this.model.paused ? ['yielding'] : [];
    this.badge.show(state, overlays);
    mark(this.orb, 'data-state', state);
    mark(this.orb.lastElementChild.firstElementChild, 'href', `#i-${state}`);
    write(this.hint, (this.mode === 'open' && OPEN_HINTS[state]) || HINTS[state] || '');
    const live = this.session !== null;
    const capturing = live && this.session.capturing;
    mark(this.start, 'hidden', live);
    mark(this.choose, 'hidden', live || !(this.known > 1));
    this.start.disabled = live;
    for (const control of [this.talk, this.stop, this.yield, this.end]) {
      mark(control, 'hidden', !live);
    }
    const open = capturing || ['idle', 'user_speaking', 'ai_thinking', 'ai_speaking'].includes(state);
    usable(this.talk, open);
    mark(this.talk, 'aria-pressed', String(capturing));
    write(this.talk.children[1], capturing ? 'Listening' : state === 'ai_speaking' || state === 'ai_thinking' ? 'Interrupt' : 'Tap to speak');
    if (this.wantsFocus && live && open) {
      this.wantsFocus = false;
      this.talk.focus();
    }
    usable(this.stop, ['ai_thinking', 'ai_speaking', 'invoke_action', 'user_speaking'].includes(state));
    usable(this.yield, ['ai_thinking', 'ai_speaking', 'invoke_action'].includes(state));
    this.typing.querySelectorAll('input,button').forEach((control) => { control.disabled = !live; });
    this.lines();
  }

  lines() {
    const bottom = this.said.scrollTop + this.said.clientHeight >= this.said.scrollHeight - 8;
    keyed(this.said, this.model.lines.map((line, i) => ({ ...line, i })), ({ i }) => i,
      ({ role }) => h('li', { class: 'line', 'data-role': role },
        h('span', { class: 'who' }, { user: 'You', assistant: 'Agent', action: 'Action' }[role] ?? role), h('span', { class: 'words' })),
      (element, line) => this.line(element, line));
    mark(this.partial, 'hidden', this.model.partial === '');
    this.partial.replaceChildren(h('span', { class: 'who' }, 'You'), h('span', { class: 'words' }, `${this.model.partial}…`));
    if (bottom) {
      this.said.scrollTop = this.said.scrollHeight;
    }
  }

  line(element, line) {
    const result = line.role === 'action' ? this.results?.get(line.invocation) : undefined;
    const shape = JSON.stringify([line, result]);
    if (element.dataset.shape === shape) {
      return;
    }
    element.dataset.shape = shape;
    const words = element.lastElementChild;
    if (line.role === 'action') {
      const done = result === undefined ? 'running' : result.status === 'success' ? 'done' : result.code;
      words.replaceChildren(h('code', null, `${line.text} ${JSON.stringify(line.parameters ?? {})}`), ' ', h('span', { class: 'tag', 'data-tone': done }, done.replaceAll('_', ' ')));
    } else if (line.interrupted) {
      words.replaceChildren(line.text.slice(0, line.heardChars), h('s', null, h('span', { class: 'unseen' }, ' (not heard: '), line.text.slice(line.heardChars), h('span', { class: 'unseen' }, ')')), ' ', h('span', { class: 'tag' }, 'interrupted'));
    } else if (line.role === 'assistant' && !line.completed) {
      words.replaceChildren(line.text.slice(0, line.heardChars), h('span', { class: 'ahead' }, line.text.slice(line.heardChars)));
    } else {
      words.replaceChildren(line.text);
    }
  }

  close() {
    this.leave();
    this.facts.close();
    this.session?.hangUp();
    this.desk.close();
    delete this.app.talk;
  }
}
