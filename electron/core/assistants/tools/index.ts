import type { AssistantTool } from '../tool.ts';
import { companyBrief, whyDoIHaveThis } from './companies.ts';
import { companyContacts } from './contacts.ts';
import { findCompanies } from './find-companies.ts';
import { myNotes } from './notes.ts';
import { insights, plan, quota } from './overview.ts';
import { addNote, addTag, addTask, addToList, draftMessage, setStatus } from './own-data.ts';
import { propose, quote, receipt } from './spending.ts';
import { today } from './today.ts';

/**
 * Everything that an assistant can do. No tool approves a proposal, sends a request or a message, opens a
 * link, exports or deletes data, or changes a setting.
 */
export const assistantTools: readonly AssistantTool[] = [
  findCompanies,
  companyBrief,
  today,
  plan,
  quota,
  myNotes,
  insights,
  whyDoIHaveThis,
  companyContacts,
  addNote,
  addTask,
  addTag,
  addToList,
  setStatus,
  draftMessage,
  quote,
  propose,
  receipt,
];
