// What an operator can do to a running call.
import { h, icon, mark, write } from '../shell/dom.js';

/** The buttons of one call. */
export function commandBar(app, id) {
  const said = h('p', { class: 'sub answer', role: 'status' });
  const path = (name) => `/api/calls/${id}/${name}`;
  let held = false;

  async function run(what, ask) {
    try {
      await ask();
      write(said, what);
    } catch (error) {
      write(said, '');
      app.notices.show(`command-${id}`, 'bad', 'Refused', error.message);
    }
  }

  const yieldNow = () => run('Asked the agent to yield', () => app.api.post(path('yield'), { reason: 'console' }));
  const hold = () => run(held ? 'Taking the call back' : 'Putting the call on hold', () => app.api.post(path('hold'), { on: !held }));
  const saved = h('button', { type: 'button', hidden: true, onclick: () => run('The capture so far is saved', () => app.api.save(path('capture/file'), `${id}.pcap`)) }, 'Save the capture');
  const capture = () => run('Capturing the packets of this call, from its INVITE on', () => app.api.post(path('capture'), {}).then(() => mark(saved, 'hidden', null)));
  const end = () => run('Hanging up', () => app.api.delete(`/api/calls/${id}`));

  const words = h('input', { type: 'text', id: 'say-text', maxlength: '1000', autocomplete: 'off', placeholder: 'A sentence for the agent to say' });
  const interrupt = h('input', { type: 'checkbox' });
  const say = h('form', { class: 'row say', onsubmit: (event) => {
    event.preventDefault();
    const text = words.value.trim();
    if (text !== '') {
      run('The agent will say it', () => app.api.post(path('say'), { text, interrupt: interrupt.checked })).then(() => { words.value = ''; });
    }
  } },
    h('label', { class: 'unseen', for: 'say-text' }, 'Say'), words,
    h('label', { class: 'check' }, interrupt, ' Interrupt'),
    h('button', { type: 'submit' }, icon('say'), 'Say'));

  let policies = [];
  let wanted = null;
  let profile = 'default';
  const policy = h('select', { id: 'policy', onchange: () => {
    wanted = policy.value;
    run(`Policy ${wanted} asked for`, () => app.api.post(path('policy'), { name: wanted }));
  } });
  app.api.get('/api/policies').then((answer) => {
    policies = answer.policies;
    policy.replaceChildren(...policies.map(({ name }) => h('option', { value: name }, name)));
    showPolicy(profile);
  }).catch((error) => app.notices.show('policies', 'warn', 'No list of policies', error.message));

  /** A call knows the profile it goes by, not which of the policies of that profile it was given. */
  function showPolicy(present) {
    profile = present;
    const fits = policies.find((each) => each.name === wanted)?.profile === profile;
    const name = fits ? wanted : profile;
    if (![...policy.options].some((option) => option.value === name)) {
      policy.append(h('option', { value: name, disabled: true }, name));
    }
    policy.value = name;
  }

  const sure = h('dialog', { 'aria-labelledby': 'sure-title' },
    h('form', { method: 'dialog' },
      h('h2', { id: 'sure-title' }, 'Hang up this call?'),
      h('p', null, 'The caller is cut off at once.'),
      h('div', { class: 'row end' },
        h('button', { value: 'no' }, 'Keep it'),
        h('button', { value: 'yes', class: 'danger' }, 'Hang up'))));
  sure.addEventListener('close', () => sure.returnValue === 'yes' && end());
  const hangUp = () => {
    sure.returnValue = 'no';
    sure.showModal();
  };

  const holdButton = h('button', { type: 'button', onclick: hold }, icon('held'), h('span', null, 'Hold'));
  const element = h('div', { class: 'commands', role: 'group', 'aria-label': 'Commands', hidden: true },
    h('button', { type: 'button', class: 'primary', id: 'yield', 'aria-keyshortcuts': 'y', onclick: yieldNow }, icon('yielding'), 'Yield', h('kbd', null, 'Y')),
    holdButton,
    h('button', { type: 'button', onclick: capture }, 'Capture'), saved,
    h('label', { class: 'inline' }, 'Policy ', policy),
    say,
    h('button', { type: 'button', class: 'danger', id: 'hang-up', 'aria-keyshortcuts': 'x', onclick: hangUp }, icon('hangup'), 'Hang up', h('kbd', null, 'X')),
    said, sure);
  app.shortcuts.bind({
    y: { down: yieldNow, label: 'Yield: the agent stops speaking and listens' },
    x: { down: hangUp, label: 'Hang up, after asking' },
  });
  return {
    element,
    /** There is no such call: no button, no key. */
    none() {
      mark(element, 'hidden', true);
      app.shortcuts.bind({});
    },
    show(detail) {
      held = detail.held;
      write(holdButton.lastElementChild, held ? 'Take back' : 'Hold');
      mark(holdButton, 'aria-pressed', String(held));
      if (document.activeElement !== policy) {
        showPolicy(detail.policyProfile ?? 'default');
      }
      const over = detail.end !== undefined;
      element.querySelectorAll('button,input,select').forEach((control) => mark(control, 'disabled', over));
      mark(element, 'hidden', over);
    },
  };
}
