import { describe, expect, it } from 'vitest';
import { languages, loadEvalData, parts } from './eval-data.ts';

const { memories, questions } = loadEvalData();
const byId = new Map(memories.map((memory) => [memory.id, memory]));

describe('the data of the recall eval', () => {
  it('has at least 400 memories and 300 questions, 80 in each language, and 60 that must get nothing', () => {
    expect(memories.length).toBeGreaterThanOrEqual(400);
    expect(questions.length).toBeGreaterThanOrEqual(300);
    for (const language of languages) {
      expect(questions.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(80);
    }
    expect(questions.filter(({ answers }) => answers.length === 0).length).toBeGreaterThanOrEqual(60);
  });

  it('holds out a third of every part', () => {
    for (const part of parts) {
      const own = questions.filter((question) => question.part === part);
      const heldOut = own.filter(({ split }) => split === 'held_out').length;
      expect(heldOut / own.length, part).toBeGreaterThan(0.2);
      expect(heldOut / own.length, part).toBeLessThan(0.4);
    }
  });

  it('asks only for valid memories that the asking project may read', () => {
    for (const { id, project, answers } of questions) {
      for (const answer of answers) {
        const memory = byId.get(answer);
        expect(memory?.supersededBy ?? memory?.expired, id).toBeUndefined();
        expect(memory?.namespace, id).toMatch(new RegExp(`^devai/(user|global|project/${project})/`, 'u'));
      }
    }
  });

  it('marks as outdated only memories that are superseded or expired', () => {
    for (const { id, gone } of questions) {
      for (const name of gone) {
        const memory = byId.get(name);
        expect(memory?.supersededBy !== undefined || memory?.expired === true, id).toBe(true);
      }
    }
  });

  it('has each question once per project, and each statement once per scope', () => {
    const asked = questions.map(({ project, text }) => `${project} ${text}`);
    expect(new Set(asked).size).toBe(asked.length);
    const stated = memories.map(({ namespace, content }) => `${namespace} ${content}`);
    expect(new Set(stated).size).toBe(stated.length);
  });
});
