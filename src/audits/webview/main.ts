import { connectPage } from '../../editor/webview/connect.ts';
import './main.css';
import './checks.css';
import { reportPage } from '../reportProtocol.ts';
import { createPage } from './page.ts';

connectPage(reportPage, createPage);
