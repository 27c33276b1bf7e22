/** The client of OpenAI-compatible endpoints, which the library has, too. */
export {
  createOpenAIChatModel,
  type ModelTimeouts,
  type OpenAIChatModelSettings,
  type RequestForm,
  type RetryPolicy,
} from '@devai/memory/models';
