/** One model call of a turn with its tools, as the tagger sees it. `arguments` is JSON text as the model wrote it. */
export type Step = {
  sessionId: string;
  project: string | null;
  userMessage: string;
  toolCalls: { name: string; arguments: string; ok: boolean }[];
  reply: string;
};

/** What a step was about: the topic that it is filed under, with the files and directories that it was about. */
export type Tag = {
  topic: string;
  parentTopic: string | null;
  filePaths: string[];
  directories: string[];
};
