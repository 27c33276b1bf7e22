import { redact } from './redact.ts';

/** A text that was redacted, so that nothing that reads it afterwards has to do it again. */
export class RedactedText {
  readonly content: string;

  private constructor(content: string) {
    this.content = content;
  }

  static async of(text: string): Promise<RedactedText> {
    return new RedactedText(await redact(text));
  }
}
