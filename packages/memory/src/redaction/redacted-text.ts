import { redact } from './redact.ts';

/** A redacted text, which no reader has to redact again. */
export class RedactedText {
  readonly content: string;

  private constructor(content: string) {
    this.content = content;
  }

  static async of(text: string): Promise<RedactedText> {
    return new RedactedText(await redact(text));
  }
}
