// Where the time of one answer went: from the caller's last sound to the agent's first, stage by stage.
import { h, s } from '../shell/dom.js';

/** The stages in order: what the API calls the moment each is passed, and what people call what was waited for. */
const STAGES_OF_ANSWERS = [
  ['decidedMs', 'endpoint', 'end of the turn'], ['wordsMs', 'words', 'words'], ['requestMs', 'request', 'request'],
  ['textMs', 'dialogue', 'dialogue'], ['clauseMs', 'clause', 'first clause'], ['voiceMs', 'voice', 'voice'], ['audioMs', 'playout', 'playout'],
];
const BAR = { width: 300, height: 10 };

/**
 * What each stage added, in order; a stage that was passed beside an earlier one added nothing and is left out.
 *
 * @param {object} answer one of the answers of GET /api/calls/{id}
 * @returns {Array<{stage: string, name: string, fromMs: number, toMs: number}>}
 */
export function stagesOf(answer) {
  const added = [];
  let at = 0;
  for (const [moment, stage, name] of STAGES_OF_ANSWERS) {
    const reached = answer[moment];
    if (reached !== undefined && reached > at) {
      added.push({ stage, name, fromMs: at, toMs: reached });
      at = reached;
    }
  }
  return added;
}

/** The answer as a bar of its stages, with the same in words. */
export function answerBar(answer) {
  const stages = stagesOf(answer);
  const scale = BAR.width / Math.max(answer.audioMs, 1);
  const words = `${answer.audioMs} ms after the caller, end known by ${answer.endedBy}: `
    + stages.map(({ name, fromMs, toMs }) => `${name} ${toMs - fromMs}`).join(', ');
  return h('div', { class: 'answer' },
    s('svg', { viewBox: `0 0 ${BAR.width} ${BAR.height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': words },
      ...stages.map(({ stage, name, fromMs, toMs }) =>
        s('rect', { class: 'stage', 'data-stage': stage, x: fromMs * scale, y: 0, width: Math.max(1, (toMs - fromMs) * scale), height: BAR.height },
          s('title', null, `${name}: ${toMs - fromMs} ms`)))),
    h('p', { class: 'sub' }, words));
}
