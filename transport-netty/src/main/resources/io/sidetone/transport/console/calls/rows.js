// A list as a table.
import { h, keyed } from '../shell/dom.js';

/**
 * Rows of what `show` is given; columns are {title, className?, make(item) → {element, show(item)}}.
 *
 * @param {Function} key tells items apart
 * @param {Function} [open] runs when a row is clicked beside its links and buttons
 */
export function rows(caption, columns, key, open) {
  const body = h('tbody');
  const element = h('table', { class: 'calls' },
    h('caption', { class: 'unseen' }, caption),
    h('thead', null, h('tr', null, ...columns.map(({ title, className }) => h('th', { scope: 'col', class: className }, title)))),
    body);
  const cellsOf = new WeakMap();
  return {
    element,
    show(items) {
      keyed(body, items, key, (item) => {
        const cells = columns.map((column) => column.make(item));
        const row = h('tr', null, ...cells.map((cell, i) => h('td', { class: columns[i].className }, cell.element)));
        if (open !== undefined) {
          row.addEventListener('click', (event) => {
            if (event.target.closest('a,button') === null) {
              open(item);
            }
          });
        }
        cellsOf.set(row, cells);
        return row;
      }, (row, item) => cellsOf.get(row).forEach((cell) => cell.show(item)));
    },
  };
}
