import { conversationFile, useReadConversation } from '@devai/react';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { Popover } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { download } from '../parts/download.ts';
import { useTell } from '../parts/toasts.tsx';

/** What can be done with the whole conversation, and instead of it. */
export function ChatMenu({ session, onTemporary }: { session: string; onTemporary: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const read = useReadConversation();
  const tell = useTell();
  const save = async (format: 'markdown' | 'json'): Promise<void> => {
    setOpen(false);
    try {
      download(conversationFile(await read(session), format));
    } catch (error) {
      tell(`It could not be exported: ${error instanceof Error ? error.message : String(error)}`, true);
    }
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="icon chat-menu" aria-label="This conversation">
        <DotsHorizontalIcon />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="popover menu" align="end" aria-label="This conversation">
          <button type="button" onClick={() => void save('markdown')}>
            Export as Markdown
          </button>
          <button type="button" onClick={() => void save('json')}>
            Export as JSON
          </button>
          <button
            type="button"
            onClick={() => {
              setOpen(false);
              onTemporary();
            }}
          >
            New temporary chat
          </button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
