import type { EvalCase } from './eval-case.ts';
import { createEvalModel } from './eval-model.ts';
import { runCases, type CaseResult } from './run-cases.ts';

/** As the host's default. */
const defaultModel = 'gpt-5.4-mini';

export type LiveSettings = {
  apiKey: string | undefined;
  baseURL: string | undefined;
  model: string | undefined;
};

/**
 * The cases of the model path with a real model behind an OpenAI-compatible endpoint. Throws before the first case when none is
 * configured, or when it does not answer a first request.
 */
export async function runLive(
  cases: EvalCase[],
  { apiKey, baseURL, model }: LiveSettings,
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  if (!apiKey && !baseURL) {
    throw new Error(
      '--live needs a model: set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own, and OPENAI_SMALL_MODEL ' +
        `for another model than ${defaultModel}`,
    );
  }
  const chat = createEvalModel({ apiKey: apiKey || 'none', baseURL, model: model || defaultModel });
  await chat.generate({ messages: [{ role: 'user', content: 'Answer with one word: ready.' }] });
  return runCases({ cases, way: 'live', model: chat, onResult });
}
