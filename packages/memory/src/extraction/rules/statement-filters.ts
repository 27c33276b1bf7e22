const question =
  /[?？]\s*$|(?:ไหม|มั้ย|หรือเปล่า|รึเปล่า|หรือยัง|หรือไม่|อะไร|ยังไง|เท่าไหร่|เมื่อไหร่|ไหน|กี่โมง|กี่วัน|กี่คน)(?:ครับ|ค่ะ|คะ|นะ|ล่ะ)*\s*[.!]*$/u;
/** Thai asks in the middle of a sentence: "ฉันชอบดื่มอะไรตอนเช้า". Not "anything" (อะไรก็ได้) or "nothing" (ไม่ … อะไร). */
const askedInThai =
  /(?<!ไม่[^\s]{0,20})(?:อะไร|ที่ไหน|อันไหน|ตัวไหน|วันไหน|ใคร|เท่าไหร่|เท่าไร|เมื่อไหร่|เมื่อไร|ยังไง|อย่างไร|ทำไม)(?!ก็|ๆ)/u;
const hypothetical =
  /^(?:if|what if|unless|suppose|supposing|imagine|maybe|perhaps|possibly|probably|i (?:think|guess|suppose|wonder|believe|might|may|could|would)|i'?m not sure|not sure|we (?:could|might|may|should maybe)|would|could|should|shall|can|do|does|did|is|are|what|why|how|who|where|when did|wenn|falls|vielleicht|eventuell|angenommen|ich (?:glaube|denke|vermute|könnte|würde)|wir könnten|könnte|würde|sollte|soll|kann|was|warum|wieso|wie|wer|wo)(?![\p{L}'])|^(?:ถ้า|หาก|สมมติ|บางที|อาจจะ|น่าจะ|คิดว่า|ทำไม|ใคร|อะไร)/iu;
/** "…, haha", "… lol", "… 😂" */
const joking =
  /(?<![\p{L}\d])(?:(?:ha){2,}h?|(?:hi){2,}|he(?:he)+|lol|lmao|rofl|jk|just kidding|(?:nur )?(?:ein )?scherz)[\s.!)]*$|[😂🤣][\s.!]*$/iu;
const quoted = /^["“„»'‘`]/u;

/** Asked, supposed, said for fun, or somebody else's words. */
export function isNoStatement(sentence: string): boolean {
  return (
    isQuestion(sentence) || hypothetical.test(sentence) || quoted.test(sentence) || joking.test(sentence)
  );
}

export const isQuestion = (sentence: string): boolean =>
  question.test(sentence) || askedInThai.test(sentence);

export const withoutQuestionMark = (text: string): string => text.replace(/\s*[?？]+\s*$/u, '');

/** What "that", "it" and "the second one" stand for is not known once the conversation is gone. */
export const deictic = String.raw`(?:that|this|it|those|these|them|both|neither|either|your|yours|option|the (?:first|second|third|last|latter|former|other|same|next|one|idea|way|plan)|das hier|dies|diese[sn]?|jene[sn]?|das(?! \p{Lu})|es|beides|dein\w*|die (?:erste|zweite|dritte|letzte|andere|gleiche)|den (?:ersten|zweiten|dritten|letzten|anderen)|อันนี้|อันนั้น|แบบนี้|แบบนั้น|นี่|นั่น|ตัวนี้|ตัวนั้น)(?![\p{L}\p{M}])`;
