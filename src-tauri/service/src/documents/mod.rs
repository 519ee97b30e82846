//! Documents of projects and work orders: upload, list, download, delete.

mod disposition;
mod multipart;
mod owner;
mod routes;
mod upload;

pub(crate) use routes::{
    __path_delete_project, __path_delete_task, __path_download_project, __path_download_task,
    __path_list_project, __path_list_task, __path_upload_project, __path_upload_task,
    delete_project, delete_task, download_project, download_task, list_project, list_task,
    upload_project, upload_task,
};
