import { describe, expect, it } from 'vitest';
import type { ReadStep } from './read-step.ts';
import { tagByRules } from './tag-by-rules.ts';
import { makeTopic } from './topic.fixture.ts';

describe('the topic of a step by rules', () => {
  it.each([
    [['apps/api/src/memory/extraction.ts', 'apps/api/src/memory/service.ts'], 'memory'],
    [['apps/api/src/memory/extraction.ts', 'apps/web/billing/a.ts', 'apps/web/billing/b.ts'], 'billing'],
    [['packages/memory/src/focus/tests/match.test.ts'], 'focus'],
    [['src/scheduler.ts'], 'scheduler'],
    [['src/index.ts'], ''],
    [['README.md'], ''],
    [['.github/workflows/ci.yml'], 'workflows'],
  ])('with the files %j is "%s"', (files, topic) => {
    expect(tagByRules(worked(...files), []).topic).toBe(topic);
  });

  it('is the known one that the files belong to, whatever the name of their directory', () => {
    const topics = [
      makeTopic({ topic: 'candidates', filePaths: ['src/memory/extraction.ts'] }),
      makeTopic({ topic: 'deduplication', filePaths: ['src/memory/extraction.ts', 'src/memory/dedup.ts'] }),
    ];
    const both = worked('src/memory/extraction.ts', 'src/memory/dedup.ts');
    expect(tagByRules(both, topics).topic).toBe('deduplication');
  });

  it('is a known one that the user names, in any script', () => {
    const topics = [
      makeTopic({ topic: 'deployment' }),
      makeTopic({ topic: 'job-queue' }),
      makeTopic({ topic: 'ทดสอบ' }),
    ];
    const named = (userMessage: string): string => tagByRules(step({ userMessage }), topics).topic;
    expect(named('how does the job queue back off?')).toBe('job-queue');
    expect(named('ช่วยทดสอบหน่อย')).toBe('ทดสอบ');
    expect(named('what is the weather?')).toBe('');
  });

  it('has the files of the tool calls, and their directories', () => {
    const read = { ...worked('src/memory/a.ts'), files: ['src/memory/a.ts', 'other/mentioned.ts'] };
    expect(tagByRules(read, [])).toEqual({
      topic: 'memory',
      filePaths: ['src/memory/a.ts'],
      directories: ['src/memory/'],
    });
  });
});

function step(changes: Partial<ReadStep>): ReadStep {
  return { userMessage: '', reply: '', files: [], directories: [], filesOfCalls: 0, ...changes };
}

function worked(...files: string[]): ReadStep {
  return step({ files, filesOfCalls: files.length });
}
