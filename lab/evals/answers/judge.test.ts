import { describe, expect, it } from 'vitest';
import { scriptedChatModel } from '@devai/memory/testing';
import type { Question } from './history.ts';
import { judge, readVerdict } from './judge.ts';
import { judgeMessages } from './prompts.ts';

describe('a verdict', () => {
  it.each([
    '{"reason": "same place", "right": true}',
    '```json\n{"right": "yes", "reason": "it says Leeds"}\n```',
    'Here it is:\n{"verdict": "CORRECT"}',
    '{"is_correct": 1}',
    '{"label":"RIGHT","confidence":0.9}',
    '{"answer": "no", "right": true}',
    'RIGHT',
    'Correct.',
    'yes',
    '**Verdict:** correct',
    'The reply is correct: it names Leeds.',
    'Yes, since both name the third of June.',
    'It names the same town, so I judge it as right.',
    'Result: True',
    'The final verdict is: Yes.',
    'The correct answer is Leeds and the reply is correct.',
    'PASS',
    "{'right': True, 'reason': 'the same'}",
    '{"right": true, "reason": "it says "Leeds", as expected"}',
    'reason: the same town\nright: yes',
    '<think>{"place":"Leeds"}</think>{"right":true}',
  ])('is read as right: %s', (text) => {
    expect(readVerdict(text)?.right).toBe(true);
  });

  it.each([
    '{"reason": "another town", "right": false}',
    '```\n{"right": "No"}\n```',
    '{"verdict": "incorrect", "reason": "the right one is Leeds"}',
    '{"correct": 0}',
    'WRONG',
    'Incorrect.',
    'no',
    'Not correct: the town is another one.',
    '**Verdict:** wrong',
    'The reply is wrong.',
    'It names York and is therefore incorrect',
    'False',
    'That is not right.',
    "{'reason': 'it would be right for York', 'right': False}",
    'correct = no',
    'Result: not correct',
    'The correct answer is Leeds, so the reply is wrong.',
    'My verdict is no, since the town is another one.',
    '`incorrect`',
  ])('is read as wrong: %s', (text) => {
    expect(readVerdict(text)?.right).toBe(false);
  });

  it.each([
    '',
    'I cannot say.',
    '{"reason": "hm"}',
    '{"right": null}',
    'It is right or wrong.',
    'Partially correct',
    'The correct answer is Leeds.',
    'Correct answer: Leeds. Reply: York.',
    'Is it right? There is no telling.',
    'Not wrong.',
    'Expected answer: no',
    '{"score": 1}',
    'The right town would be Leeds',
    '{"right": tru',
    'Leeds',
  ])('is not guessed: %s', (text) => {
    expect(readVerdict(text)).toBeNull();
  });

  it('keeps the reason', () => {
    expect(readVerdict('{"right": false, "reason": "another town"}')?.reason).toBe('another town');
  });
});

describe('the judge', () => {
  it('is asked again for the form alone, and then given up', async () => {
    const model = scriptedChatModel(['Hm.', 'Verdict: right']);
    expect(await judge(model, question, 'In Leeds')).toMatchObject({ right: true });
    await expect(judge(scriptedChatModel(['Hm.', 'Well.']), question, 'In Leeds')).rejects.toMatchObject({
      code: 'malformed_answer',
    });
  });

  it('is not asked about an empty reply, which is wrong', async () => {
    expect(await judge(scriptedChatModel([]), question, ' \n')).toMatchObject({ right: false });
  });

  it('learns that a question has no answer, and which answer is a trap', () => {
    const told = judgeMessages(
      { ...question, judgedBy: 'abstention', expected: '', trap: 'Hull' },
      'In Hull',
    );
    expect(told[0]?.content).toContain('The reply is right when it says that this is not known');
    expect(told[1]?.content).toContain('A reply that answers this is wrong: Hull');
    const rubric = judgeMessages({ ...question, judgedBy: 'rubric' }, 'In Hull');
    expect(rubric[0]?.content).toContain('describes what a good reply takes into account');
  });
});

const question: Question = {
  ...{ id: 'q1', category: 'single-hop', text: 'Where is the kayak from?', judgedBy: 'answer' },
  ...{ expected: 'Leeds', trap: '', evidence: [] },
};
