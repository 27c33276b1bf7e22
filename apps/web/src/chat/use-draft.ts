import { useEffect, useState } from 'react';

const keyOf = (session: string): string => `devai-draft-${session}`;
const read = (session: string | null): string =>
  (session === null ? null : sessionStorage.getItem(keyOf(session))) ?? '';

/** What is written in a session and not sent. The tab keeps it, with messages of `unsent`, which may never reach the server. */
export function useDraft(session: string | null, unsent: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => ({ session, text: read(session) }));
  if (draft.session !== session) {
    // what is written while a session is opened belongs to it
    const early = draft.session === null ? draft.text : '';
    setDraft({ session, text: early || read(session) });
  }
  const kept = [unsent, draft.text].filter((text) => text !== '').join('\n\n');
  useEffect(() => {
    if (draft.session === null) return;
    if (kept === '') sessionStorage.removeItem(keyOf(draft.session));
    else keep(draft.session, kept);
  }, [draft.session, kept]);
  return [draft.text, (text) => setDraft({ session, text })];
}

function keep(session: string, text: string): void {
  try {
    sessionStorage.setItem(keyOf(session), text);
  } catch (error) {
    // the tab's storage is full: the text stays in its field, and is gone when the tab is
    if (!(error instanceof DOMException)) throw error;
  }
}
