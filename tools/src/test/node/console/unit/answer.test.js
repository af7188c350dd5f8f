import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from '../modules.js';

const { stagesOf } = await load('timeline/answer.js');
const added = (answer) => stagesOf(answer).map(({ stage, fromMs, toMs }) => [stage, toMs - fromMs]);

test('stages that follow each other add up to the whole', () => {
  const answer = { decidedMs: 340, wordsMs: 500, requestMs: 500, textMs: 850, clauseMs: 870, voiceMs: 990, audioMs: 1000 };
  assert.deepEqual(added(answer), [['endpoint', 340], ['words', 160], ['dialogue', 350], ['clause', 20], ['voice', 120], ['playout', 10]]);
});

test('what was asked ahead of the end adds nothing before it', () => {
  const answer = { decidedMs: 400, wordsMs: 550, requestMs: 160, textMs: 510, clauseMs: 550, voiceMs: 670, audioMs: 680 };
  assert.deepEqual(added(answer), [['endpoint', 400], ['words', 150], ['voice', 120], ['playout', 10]]);
});

test('a stage that an answer does not pass is left out', () => {
  assert.deepEqual(added({ decidedMs: 0, requestMs: 0, textMs: 300, audioMs: 400 }), [['dialogue', 300], ['playout', 100]]);
});
