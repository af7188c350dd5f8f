// The recording of a call, with one place in time for the sound, the picture, the words and the log.
import { h, icon, mark, write } from '../shell/dom.js';
import { clock } from '../shell/format.js';
import { stopFrom } from './stops.js';

/** A recording beyond this is not loaded whole for a tab with a token; it can be saved. */
const MOST_BYTES = 64 << 20;

/**
 * @param {Function} moved called with the place, ms since admission, whenever it changes
 */
export function player(app, id, moved) {
  const sound = h('audio', { preload: 'metadata' });
  const place = h('output', { class: 'number', 'aria-label': 'Place in the call' }, clock(0));
  const why = h('span', { class: 'sub' });
  const play = h('button', { type: 'button', class: 'primary', disabled: true, 'aria-keyshortcuts': 'space', onclick: () => toggle() }, icon('play'), h('span', null, 'Play'), h('kbd', null, 'Space'));
  const back = h('button', { type: 'button', disabled: true, 'aria-keyshortcuts': 'p', onclick: () => jump(-1) }, 'Stop before', h('kbd', null, 'P'));
  const on = h('button', { type: 'button', disabled: true, 'aria-keyshortcuts': 'n', onclick: () => jump(1) }, 'Next stop', h('kbd', null, 'N'));
  const stop = h('span', { class: 'sub', role: 'status' });
  const element = h('div', { class: 'commands player', role: 'group', 'aria-label': 'Recording', hidden: true }, play, back, on, place, stop, why, sound);
  let atMs = 0;
  let stops = [];
  let loaded = null;
  let frame = 0;

  function show(ms) {
    atMs = Math.max(0, ms);
    write(place, clock(atMs));
    moved(atMs);
  }

  function follow() {
    show(sound.currentTime * 1000);
    frame = sound.paused ? 0 : requestAnimationFrame(follow);
  }

  function toggle() {
    if (loaded === null) {
      return;
    }
    if (sound.paused) {
      sound.play().catch((error) => write(why, error.message));
    } else {
      sound.pause();
    }
  }

  function seek(ms) {
    if (loaded !== null && sound.readyState > 0) {
      sound.currentTime = ms / 1000;
    }
    show(ms);
  }

  function jump(step) {
    const next = stopFrom(stops, atMs, step);
    if (next === null) {
      write(stop, 'There is no further stop.');
    } else {
      write(stop, `${next.text}, at ${clock(next.atMs)}`);
      seek(Math.max(0, next.atMs - 1000));
    }
  }

  sound.addEventListener('play', () => { write(play.children[1], 'Pause'); frame ||= requestAnimationFrame(follow); });
  sound.addEventListener('pause', () => write(play.children[1], 'Play'));
  sound.addEventListener('loadedmetadata', () => { sound.currentTime = atMs / 1000; });
  sound.addEventListener('error', () => {
    mark(play, 'disabled', true);
    write(why, 'The recording cannot be played: it is missing, or was cut off.');
  });

  async function load(path) {
    loaded = path;
    if (app.api.token === '') {
      sound.src = path;
      return;
    }
    // An element for sound cannot send a token.
    const answer = await app.api.fetch(path);
    if (!answer.ok || Number(answer.headers.get('Content-Length')) > MOST_BYTES) {
      mark(play, 'disabled', true);
      write(why, answer.ok ? 'The recording is too long to be played here; save it from the tab Journal.' : 'The recording cannot be read.');
      return;
    }
    sound.src = URL.createObjectURL(await answer.blob());
  }

  return {
    element,
    seek,
    toggle,
    jump,
    at: () => atMs,
    /** Shows what can be played and where to stop, once the call is over. */
    show(detail, found) {
      stops = found;
      const path = detail.files?.recording;
      mark(element, 'hidden', detail.end === undefined || (path === undefined && stops.length === 0));
      [back, on].forEach((button) => mark(button, 'disabled', stops.length === 0));
      mark(play, 'hidden', path === undefined);
      mark(play, 'disabled', path === undefined);
      if (path !== undefined && loaded === null) {
        load(path).catch((error) => write(why, error.message));
      } else if (path === undefined) {
        write(why, detail.recording?.url ? `The recording was sent to ${detail.recording.url}.` : '');
      }
    },
    close() {
      cancelAnimationFrame(frame);
      sound.pause();
      if (sound.src.startsWith('blob:')) {
        URL.revokeObjectURL(sound.src);
      }
    },
  };
}
