// The page: routes after the hash, the token, the theme, the event stream that every view shares.
import { Announcer } from './shell/announcer.js';
import { Api } from './shell/api.js';
import { h, mark, write } from './shell/dom.js';
import { Notices } from './shell/notices.js';
import { Shortcuts } from './shell/shortcuts.js';
import { callView } from './calls/call.js';
import { Poll } from './calls/poll.js';
import { liveView } from './calls/lists.js';
import { historyView } from './history/view.js';
import { talkView } from './talk/view.js';
import { trunksView } from './trunks/view.js';
import { velaView } from './vela/view.js';

const $ = (id) => document.getElementById(id);
const READINESS_MS = 5000;
const LOST = 'Nothing here is up to date until it does; whether calls go on, the console cannot know.';
const THEMES = { auto: 'Auto', light: 'Light', dark: 'Dark' };

const app = {
  announcer: new Announcer($('announcer')),
  notices: new Notices($('notices')),
  shortcuts: new Shortcuts(),
  listeners: new Set(),
  api: new Api(askForToken),
  /** Subscribes a view to turn events; returns how to leave. */
  onEvent(listener) {
    app.listeners.add(listener);
    return () => app.listeners.delete(listener);
  },
};

let asking = null;

function askForToken(wrong) {
  asking ??= new Promise((resolve) => {
    const dialog = $('token-dialog');
    write($('token-text'), wrong
      ? 'The server did not accept that token. It is the value of http.token in the configuration.'
      : 'It is the value of http.token in the configuration. It stays in this tab.');
    $('token-value').value = '';
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('close', () => {
      app.api.token = $('token-value').value.trim();
      $('token-value').value = '';
      asking = null;
      resolve();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

const views = [
  [/^#\/live$/, 'Live calls', () => liveView(app)],
  [/^#\/history(?:\?(.*))?$/, 'History', (search) => historyView(app, search)],
  [/^#\/calls\/([0-9A-Za-z]{1,64})(?:@(\d{1,6}(?:\.\d{1,3})?))?$/, 'Call', (id, place) => callView(app, id, place)],
  [/^#\/trunks$/, 'Trunks', () => trunksView(app)],
  [/^#\/talk$/, 'Talk', () => talkView(app)],
  [/^#\/vela$/, 'Mocked turn', () => velaView(app)],
];

let current = null;

function route(event) {
  const hash = location.hash === '' || location.hash === '#main' ? '#/live' : location.hash;
  const found = views.map(([pattern, title, make]) => [pattern.exec(hash), title, make]).find(([match]) => match !== null);
  current?.close?.();
  app.shortcuts.bind({});
  const main = $('main');
  if (found === undefined) {
    current = { element: h('p', { class: 'empty' }, 'There is nothing at this address. ', h('a', { href: '#/live' }, 'Live calls')) };
  } else {
    const [match, title, make] = found;
    document.title = `${title} · Sidetone`;
    current = make(...match.slice(1));
  }
  main.replaceChildren(current.element);
  if (event !== undefined) {
    main.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }
  const area = hash.startsWith('#/calls/') ? '#/live' : hash.split('?')[0];
  document.querySelectorAll('.bar nav a').forEach((link) =>
    mark(link, 'aria-current', link.getAttribute('href') === area ? 'page' : null));
}

function theme(name) {
  localStorage.setItem('sidetone.theme', name);
  mark(document.documentElement, 'data-theme', name === 'auto' ? null : name);
  write($('theme'), THEMES[name]);
  mark($('theme'), 'aria-label', `Theme: ${THEMES[name]}`);
}

function showKeys() {
  const rows = [...app.shortcuts.bindings].map(([key, { label }]) =>
    h('div', null, h('dt', null, h('kbd', null, key === ' ' ? 'Space' : key.toUpperCase())), h('dd', null, label)));
  $('keys-list').replaceChildren(...(rows.length > 0 ? rows : [h('dd', null, 'This view has none.')]));
  $('keys-on').checked = app.shortcuts.enabled;
  $('keys-dialog').showModal();
}

function streamState(state) {
  const words = { open: 'Events live', lost: 'Events lost, coming back', ended: 'Events ended' };
  mark($('events-state'), 'data-state', state);
  write($('events-state'), words[state] ?? 'Connecting to events');
}

function recovering(event) {
  const key = `recovering-${event.callId}`;
  // The call of this page says so itself.
  const own = app.talk?.model.sessionId === event.callId;
  if (event.type === 'degraded' && own) {
    app.announcer.say('Recovering. Manual controls still work.');
  } else if (event.type === 'degraded') {
    const reason = String(event.diagnostics?.reason ?? '').replaceAll('_', ' ');
    app.notices.show(key, 'warn', 'A call is recovering', `${reason === '' ? 'An engine is being brought back' : reason}. Keys, text and commands still work.`, true);
    app.announcer.say('Recovering. Manual controls still work.');
  } else if (event.type === 'recovered') {
    app.notices.clear(key);
    app.announcer.say('Recovered.');
  } else if (event.state === 'ended' || event.floor === 'ENDED') {
    app.notices.clear(key);
  }
}

/** What stands in the way of new calls, in both directions; and that the server is gone, for as long as it is. */
async function readiness() {
  const [into, out] = await Promise.all(['/readyz', '/readyz?out'].map(async (path) => (await fetch(path, { cache: 'no-store' })).json()));
  app.notices.clear('server');
  standing('ready', 'bad', 'No new calls are taken', into);
  standing('out', 'warn', 'No call can be placed', out);
}

function standing(key, tone, title, { ready, reasons }) {
  const text = (reasons ?? []).join('; ');
  if (ready) {
    app.notices.clear(key);
  } else if (!app.notices.says(key, text)) {
    app.notices.show(key, tone, title, text, true);
  }
}

theme(localStorage.getItem('sidetone.theme') ?? 'auto');
$('theme').addEventListener('click', () => {
  const names = Object.keys(THEMES);
  theme(names[(names.indexOf(localStorage.getItem('sidetone.theme') ?? 'auto') + 1) % names.length]);
});
$('keys').addEventListener('click', showKeys);
$('keys-on').addEventListener('change', (event) => app.shortcuts.enable(event.target.checked));
document.addEventListener('keydown', (event) => {
  if (event.key === '?' && !(event.target instanceof HTMLInputElement) && document.querySelector('dialog:modal') === null) {
    showKeys();
  }
});
window.addEventListener('hashchange', route);
app.readiness = new Poll(READINESS_MS, readiness, () => {
  ['ready', 'out'].forEach((key) => app.notices.clear(key));
  if (!app.notices.says('server', LOST)) {
    app.notices.show('server', 'bad', 'The server does not answer', LOST, true);
  }
});
app.onEvent(recovering);
app.liveCount = (count) => {
  mark($('live-count'), 'hidden', count === 0);
  write($('live-count'), String(count));
};
// What tests and curious people look at; nothing of the page reads it.
window.sidetone = app;
route();
app.api.events('/api/events', new AbortController().signal,
  (event) => app.listeners.forEach((listener) => listener(event)), streamState);
