import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchNames, matchTopic } from './match-topic.ts';

describe('two names mean the same topic', () => {
  it.each([
    ['Deployment', 'deployment', 'same'],
    ['job queue', 'job-queue', 'same'],
    ['job_queue', 'JobQueue', 'same'],
    ['jobqueue', 'job-queue', 'same'],
    ['HTTPServer', 'http-server', 'same'],
    ['memory/extraction', 'Memory / Extraction', 'same'],
    ['memory-extraction', 'memory/extraction', 'same'],
    ['node.js', 'nodejs', 'same'],
    ['C++', 'c++', 'same'],
    ['Küche', 'küche', 'same'],
    ['การทดสอบ', 'การทดสอบ', 'same'],
    ['deployments', 'deployment', 'same'],
    ['APIs', 'api', 'same'],
    ['memories', 'memory', 'same'],
    ['test-suites', 'test suite', 'same'],
    ['job-queues', 'jobqueue', 'same'],
    ['patches', 'patch', 'same'],
    ['classes', 'class', 'same'],
    ['caches', 'cache', 'same'],
    ['statuses', 'status', 'same'],
    ['movies', 'movie', 'same'],
    ['deploymnet', 'deployment', 'typo'],
    ['deploment', 'deployment', 'typo'],
    ['deploxment', 'deployment', 'typo'],
    ['deploments', 'deployment', 'typo'],
    ['memmory', 'memory', 'typo'],
    ['memroy', 'memory', 'typo'],
    ['memory/extracton', 'memory/extraction', 'typo'],
    ['retreival', 'retrieval', 'typo'],
  ])('%s and %s: %s', (one, other, grade) => {
    expect(matchNames(one, other)).toBe(grade);
  });

  it.each([
    ['api', 'app'],
    ['api', 'apt'],
    ['cart', 'chart'],
    ['trail', 'trial'],
    ['upload', 'unload'],
    ['import', 'export'],
    ['contacts', 'contracts'],
    ['encryption', 'decryption'],
    ['compression', 'decompression'],
    ['serialization', 'deserialization'],
    ['authentication', 'authorization'],
    ['rendering', 'tendering'],
    ['frontend', 'backend'],
    ['deployment-billing', 'deploymnet-search'],
    ['phase-1', 'phase-2'],
    ['version 1.2', 'version 12'],
    ['migration-2024', 'migration-2025'],
    ['c', 'c++'],
    ['c#', 'c++'],
    ['memory', 'memory/extraction'],
    ['extraction', 'memory/extraction'],
    ['class', 'clas'],
    ['test', 'tests-of-memory'],
    ['การทดสอบ', 'การทดลอง'],
    ['🚀', '🐛'],
  ])('%s and %s do not', (one, other) => {
    expect(matchNames(one, other)).toBeNull();
  });

  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[a-zA-Z]{1,12}([-_ /][a-zA-Z]{1,12}){0,2}$/),
  );

  it('is reflexive', () => {
    fc.assert(
      fc.property(name, (one) => {
        expect(matchNames(one, one)).toBe('same');
      }),
    );
  });

  it('is symmetric', () => {
    const mangled = fc.tuple(name, fc.nat(), fc.constantFrom('', 's', 'x', '-')).map(([one, at, put]) => {
      const cut = at % (one.length + 1);
      return [one, one.slice(0, cut) + put + one.slice(cut + (put === '' ? 1 : 0))] as const;
    });
    fc.assert(
      fc.property(fc.oneof(mangled, fc.tuple(name, name)), ([one, other]) => {
        expect(matchNames(one, other)).toBe(matchNames(other, one));
      }),
    );
  });
});

describe('the topic that a name means', () => {
  const topics = ['deploxment', 'Deployments', 'deployment'].map((topic) => ({ topic }));

  it('is the most certain match, whatever their order', () => {
    expect(matchTopic('deployment', topics)?.topic).toBe('Deployments');
    expect(matchTopic('deployment', topics.slice(0, 1))?.topic).toBe('deploxment');
  });

  it('does not exist when no name is near', () => {
    expect(matchTopic('billing', topics)).toBeNull();
    expect(matchTopic('billing', [])).toBeNull();
  });
});
