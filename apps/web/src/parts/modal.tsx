import { Cross2Icon } from '@radix-ui/react-icons';
import { Dialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';

type ModalProps = {
  title: string;
  description?: string;
  /** Absent: it cannot be left. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog over everything. Its shade is its own shadow: Radix' overlay writes styles that the page's policy forbids. */
export function Modal({ title, description, onClose, children }: ModalProps): ReactNode {
  const opener = useRef(document.activeElement);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Dialog.Portal>
        <Dialog.Content
          className="modal"
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            // Radix would focus its own trigger, which does not exist
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <Dialog.Title>{title}</Dialog.Title>
          {description !== undefined && <Dialog.Description>{description}</Dialog.Description>}
          {children}
          {onClose && (
            <Dialog.Close className="icon close" aria-label="Close">
              <Cross2Icon />
            </Dialog.Close>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
