// Keyboard shortcuts: shown, switchable (WCAG 2.1.4), and silent while somebody types.

const KEY = 'sidetone.shortcuts';
const TYPING = 'input:not([type=checkbox]):not([type=radio]):not([type=range]),textarea,select,[contenteditable]';
const PRESSABLE = 'button,a[href],summary,input,select,textarea,[role=tab],[contenteditable]';

/** Whether a key pressed on `target` belongs to what stands there and not to the page. */
export function belongsToControl(target, key) {
  if (!(target instanceof Element)) {
    return false;
  }
  if (key === ' ') {
    return target.closest(PRESSABLE) !== null && target.closest('[data-space-speaks]') === null;
  }
  return target.closest(TYPING) !== null;
}

/** The shortcuts of the view that is shown. */
export class Shortcuts {
  constructor() {
    this.bindings = new Map();
    this.enabled = localStorage.getItem(KEY) !== 'off';
    document.addEventListener('keydown', (event) => this.key(event, 'down'));
    document.addEventListener('keyup', (event) => this.key(event, 'up'));
    window.addEventListener('blur', () => this.bindings.forEach(({ up }) => up?.()));
  }

  /** Replaces all: key → {down, up?, label}. */
  bind(bindings) {
    this.bindings = new Map(Object.entries(bindings));
  }

  enable(on) {
    this.enabled = on;
    localStorage.setItem(KEY, on ? 'on' : 'off');
  }

  key(event, way) {
    const binding = this.bindings.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (binding === undefined || !this.enabled || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (way === 'up') {
      binding.up?.();
      return;
    }
    if (belongsToControl(event.target, event.key) || document.querySelector('dialog:modal') !== null) {
      return;
    }
    event.preventDefault();
    if (!event.repeat) {
      binding.down();
    }
  }
}
