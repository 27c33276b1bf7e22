import { ChatBubbleIcon, DashboardIcon, EyeOpenIcon, FileTextIcon, PersonIcon } from '@radix-ui/react-icons';

export const mainViews = [
  { path: '/chat', to: '/chat/{-$session}', name: 'Chat', Icon: ChatBubbleIcon },
  { path: '/memory', to: '/memory', name: 'Memory', Icon: PersonIcon },
  { path: '/documents', to: '/documents', name: 'Documents', Icon: FileTextIcon },
  { path: '/project', to: '/project', name: 'Project', Icon: DashboardIcon },
] as const;

/** They tell how the agent works, and are behind one entry. */
export const inspectViews = [
  { path: '/context', to: '/context', name: 'Context' },
  { path: '/focus', to: '/focus', name: 'Focus' },
  { path: '/jobs', to: '/jobs', name: 'Jobs and cost' },
] as const;
export type InspectView = (typeof inspectViews)[number];
export const InspectIcon = EyeOpenIcon;

/** All views, in the order in which they are named. */
export const views = [...mainViews, ...inspectViews];
