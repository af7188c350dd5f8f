// Elements without markup in strings: nothing that a caller says can become part of the page.

const SVG = 'http://www.w3.org/2000/svg';

function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (name.startsWith('on')) {
    element.addEventListener(name.slice(2), value);
  } else if (name === 'text') {
    element.textContent = value;
  } else {
    element.setAttribute(name, value === true ? '' : value);
  }
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    set(element, name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. */
export function h(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** An icon of the sprite in index.html; what it means stands beside it in words. */
export function icon(name, className = 'icon') {
  return s('svg', { class: className, 'aria-hidden': 'true', focusable: 'false' }, s('use', { href: `#i-${name}` }));
}

/** Sets text only where it differs, so that nothing is announced or repainted twice. */
export function write(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Sets an attribute only where it differs; null removes it. */
export function mark(element, name, value) {
  const wanted = value === true ? '' : value;
  if (wanted === null || wanted === undefined || wanted === false) {
    if (element.hasAttribute(name)) {
      element.removeAttribute(name);
    }
  } else if (element.getAttribute(name) !== String(wanted)) {
    element.setAttribute(name, wanted);
  }
}

/** Whether a control can be used now; one that cannot keeps the focus, so that nobody at a keyboard loses the place. */
export function usable(control, on) {
  mark(control, 'aria-disabled', on ? null : 'true');
}

/** Makes the children of `parent` those of `items`, keeping the elements of known keys. */
export function keyed(parent, items, key, create, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let before = parent.firstElementChild;
  for (const item of items) {
    const id = String(key(item));
    let element = known.get(id);
    if (element === undefined) {
      element = create(item);
      element.dataset.key = id;
    }
    known.delete(id);
    if (element === before) {
      before = before.nextElementSibling;
    } else {
      parent.insertBefore(element, before);
    }
    update(element, item);
  }
  known.forEach((element) => element.remove());
}
