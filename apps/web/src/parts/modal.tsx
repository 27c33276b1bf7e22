import { Cross2Icon } from '@radix-ui/react-icons';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

type ModalProps = {
  title: string;
  description?: string;
  /** Absent: it cannot be left. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog over everything. Its shade is its own shadow: Radix' overlay writes styles that the page's policy forbids. */
export const Modal = ({ title, description, onClose, children }: ModalProps): ReactNode => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose?.()}>
    <Dialog.Portal>
      <Dialog.Content className="modal" {...(description === undefined && { 'aria-describedby': undefined })}>
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
