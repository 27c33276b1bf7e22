import { describe, expect, it } from 'vitest';
import { readArguments } from './read-arguments.ts';

describe('the options of the eval', () => {
  it('say whether calls are recorded or replayed, and where', () => {
    expect(readArguments(['--live']).recording).toBeNull();
    expect(readArguments(['--live', '--record', 'calls']).recording).toEqual({
      mode: 'record',
      folder: 'calls',
    });
    expect(readArguments(['--live', '--replay', 'calls']).recording).toEqual({
      mode: 'replay',
      folder: 'calls',
    });
  });

  it('are refused where they exclude each other', () => {
    expect(() => readArguments(['--live', '--record', 'a', '--replay', 'a'])).toThrow(
      '--record and --replay exclude each other',
    );
  });

  it('are refused where there is no live run to record', () => {
    expect(() => readArguments(['--record', 'a'])).toThrow('need --live');
    expect(() => readArguments(['--replay', 'a'])).toThrow('need --live');
  });
});
