import { startScriptedModelServer } from '../../testing/index.ts';
import type { EvalCase } from './eval-case.ts';
import { createEvalModel } from './eval-model.ts';
import { runCases, type CaseResult } from './run-cases.ts';
import { scriptAnswers } from './script-answers.ts';

/**
 * The model path: a server on loopback answers what each case scripts, over the wire, through the real SDK. Throws when a case's
 * script does not fit what was asked.
 */
export async function runScripted(
  cases: EvalCase[],
  onResult: (result: CaseResult) => void,
): Promise<CaseResult[]> {
  const server = await startScriptedModelServer();
  const wrongScripts: string[] = [];
  const model = createEvalModel({ apiKey: 'none', baseURL: server.baseURL, model: 'scripted' });
  try {
    return await runCases({
      cases,
      way: 'model',
      model,
      onSession(session, { expect }) {
        const answer = scriptAnswers(session, expect.valid);
        server.replyWith((request) => {
          try {
            return answer(request);
          } catch (error) {
            wrongScripts.push(String(error));
            throw error;
          }
        });
      },
      onResult(result) {
        if (wrongScripts.length > 0) throw new Error(`${result.evalCase.id}: ${wrongScripts.join('; ')}`);
        onResult(result);
      },
    });
  } finally {
    await server.close();
  }
}
