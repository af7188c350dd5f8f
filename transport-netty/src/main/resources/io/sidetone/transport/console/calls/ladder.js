// The SIP messages of a call as arrows between the peer and us; each is whole on a click.
import { h, mark, s } from '../shell/dom.js';
import { clock } from '../shell/format.js';

/** Where steps take milliseconds, they are told in them. */
const after = (ms) => (ms < 10000 ? `+${ms} ms` : `+${clock(ms)}`);

const ROW = 34;
const TOP = 26;

/** A final answer that takes no call, or takes one. */
function toneOf(summary) {
  const status = Number(/^\d{3}/.exec(summary)?.[0] ?? 0);
  if (status >= 300) {
    return 'bad';
  }
  return status >= 200 ? 'good' : 'plain';
}

export function ladder() {
  const list = h('ol', { class: 'ladder' });
  const none = h('p', { class: 'sub' }, 'This call has no SIP messages.');
  const element = h('div', null, none, list);
  let shape = '';
  return {
    element,
    show(detail) {
      const messages = detail.sip ?? [];
      const now = JSON.stringify(messages.map(({ at, summary }) => [at, summary]));
      if (now === shape) {
        return;
      }
      shape = now;
      mark(none, 'hidden', messages.length > 0);
      const first = Date.parse(messages[0]?.at);
      list.replaceChildren(...messages.map((message) => row(message, Date.parse(message.at) - first)));
    },
  };
}

function row({ direction, peer, summary, message }, ms) {
  const out = direction === 'out';
  const whole = h('pre', { hidden: true, tabindex: '0' }, message ?? '');
  const arrow = s('svg', { class: `arrow ${toneOf(summary)}`, viewBox: `0 0 120 ${ROW}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' },
    s('line', { x1: 4, x2: 116, y1: TOP - 9, y2: TOP - 9 }),
    s('path', { d: out ? `M12 ${TOP - 14}L4 ${TOP - 9}L12 ${TOP - 4}` : `M108 ${TOP - 14}L116 ${TOP - 9}L108 ${TOP - 4}` }));
  const button = h('button', { type: 'button', class: 'message', 'aria-expanded': 'false', disabled: message === undefined, onclick: () => {
    mark(whole, 'hidden', !whole.hidden);
    mark(button, 'aria-expanded', String(!whole.hidden));
  } },
    h('time', null, after(ms)), h('span', { class: 'sub peer' }, peer), arrow,
    h('span', { class: 'sub' }, 'us'), h('span', { class: 'unseen' }, out ? 'We sent ' : 'The peer sent '), h('span', null, summary));
  return h('li', { class: toneOf(summary) }, button, whole);
}
