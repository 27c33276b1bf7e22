import type { TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import type { EvalCase } from './eval-case.ts';
import { createEvalModel } from './eval-model.ts';
import { throughFiles, type Recording } from './recorded-calls.ts';
import { runCases, type CaseResult } from './run-cases.ts';

/** The same model as the host's default. */
const defaultModel = 'gpt-5.4-mini';

export type LiveSettings = {
  apiKey: string | undefined;
  baseURL: string | undefined;
  model: string | undefined;
  /** Null: calls are not recorded. */
  recording: Recording | null;
  testDatabase: TestDatabase;
};

/**
 * Runs the cases of the model path with a real model behind an OpenAI-compatible endpoint, or with its recorded
 * answers, which needs neither key nor network. Throws before the first case if no model is configured, or if it does
 * not answer a first request; and after a case of which a call could not be recorded or replayed.
 */
export async function runLive(
  cases: EvalCase[],
  { apiKey, baseURL, model, recording, testDatabase }: LiveSettings,
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  const chat = createEvalModel({ apiKey: apiKey || 'none', baseURL, model: model || defaultModel });
  if (recording?.mode !== 'replay') {
    if (!apiKey && !baseURL) {
      throw new Error(
        '--live needs a model: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, and OPENAI_SMALL_MODEL ' +
          `for another model than ${defaultModel}`,
      );
    }
    await chat.generate({ messages: [{ role: 'user', content: 'Answer with one word: ready.' }] });
  }
  if (!recording) return runCases({ cases, way: 'live', model: chat, testDatabase, onResult });
  const files = throughFiles(chat, recording);
  return runCases({
    cases,
    way: 'live',
    model: files.model,
    testDatabase,
    onSession: (_session, { id }) => files.enterCase(id),
    onResult(result) {
      files.throwIfFailed();
      onResult(result);
    },
  });
}
