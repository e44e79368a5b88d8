import { connectPage } from '../../editor/webview/connect.ts';
import './main.css';
import { tunnelPage } from '../page/protocol.ts';
import { createPage } from './page.ts';

connectPage(tunnelPage, createPage);
